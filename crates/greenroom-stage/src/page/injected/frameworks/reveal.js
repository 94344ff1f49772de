// reveal.js: the global Reveal.
const reveal = () => {
  const api = window.Reveal;
  if (typeof api?.getSlides !== "function") return null;
  const slides = api.getSlides();
  if (slides.length === 0) return null;
  return {
    method: "reveal",
    slides: slides.map((slide, index) => ({
      id: slide.id || `slide-${index}`, title: text(slide.dataset.title ?? slide.querySelector("h1, h2, h3, h4")?.textContent) || `Slide ${index + 1}`,
    })),
    current: slides.indexOf(api.getCurrentSlide()),
    go: (index) => { const { h, v } = api.getIndices(slides[index]); api.slide(h, v); },
  };
};
