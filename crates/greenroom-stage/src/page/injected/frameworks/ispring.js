// iSpring: the player registers itself with the page that embeds it, here the stage's.
const ispring = () => {
  const stage = (window.opener ?? window).top;
  const player = stage.ispringPresentationConnector?.latest;
  // One that registered from another document belongs to another page of the course.
  if (player?.view().displayObject().ownerDocument !== document) return null;
  const slides = player.presentation().slides();
  // The restricted controller keeps to the rules of the presentation.
  const controller = player.view().restrictedPlaybackController?.() ?? player.view().playbackController();
  return {
    method: "ispring",
    slides: Array.from({ length: slides.count() }, (_, index) => ({
      id: `slide-${index + 1}`, title: text(slides.getSlide(index).title()) || `Slide ${index + 1}`,
    })),
    current: controller.currentSlideIndex(),
    go: (index) => controller.gotoSlide(index),
  };
};
