// Adobe Captivate: cpAPIInterface and its variables.
const captivate = () => {
  const api = window.cpAPIInterface;
  const count = Number(api?.getVariableValue?.("cpInfoSlideCount"));
  if (!(count > 0)) return null;
  const data = window.cp?.D ?? {};
  const ids = String(data.project_main?.slides ?? "").split(",").filter(Boolean);
  return {
    method: "captivate",
    slides: Array.from({ length: count }, (_, index) => ({
      id: ids[index] ?? `slide-${index + 1}`, title: text(data[ids[index]]?.lb) || `Slide ${index + 1}`,
    })),
    current: Number(api.getVariableValue("cpInfoCurrentSlideIndex") ?? api.getVariableValue("cpInfoCurrentSlide") - 1),
    go: typeof api.gotoSlide === "function" ? (index) => api.gotoSlide(index) : null,
  };
};
