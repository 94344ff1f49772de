//! The windows and frames that a course plays in.

use greenroom_browser::{Frame, FrameInfo, Page};

use super::runtime::Runtime;
use crate::StageError;

impl Runtime {
    /// The frame of the player: the page itself, unless a page of another origin holds it.
    pub fn player(&self) -> Frame {
        let main = self.page.main_frame();
        if !self.is_held {
            return main;
        }
        let frames = self.page.frames();
        let mut held = frames
            .iter()
            .filter(|frame| frame.parent.as_ref() == Some(main.id()));
        let player = held.next().map(|frame| self.page.frame(frame.id.as_str()));
        player.and_then(Result::ok).unwrap_or(main)
    }

    /// The frames of the content, and of the windows it opened.
    pub fn content_frames(&self) -> Vec<FrameInfo> {
        let (page, player) = (self.page.main_frame(), self.player());
        let own = [Some(page.id()), Some(player.id()), self.witness.as_ref()];
        let pages = self.context.pages();
        let frames = pages.iter().flat_map(Page::frames);
        frames
            .filter(|frame| !own.contains(&Some(&frame.id)))
            .collect()
    }

    /// The page that shows the content: the player's, or the course's own window.
    pub fn shown_page(&self) -> Page {
        self.course_window().unwrap_or_else(|| self.page.clone())
    }

    /// The window that the course plays in: the one it was launched in, or the last one with a page
    /// of the package that it opened itself, as courses do that only begin in the frame.
    pub fn course_window(&self) -> Option<Page> {
        let content = self.stage.content_url(self.session.id().as_str());
        let opened = || {
            let pages = self.context.pages().into_iter();
            let opened = pages.filter(|page| page.opener().is_some());
            opened
                .filter(|page| page.url().starts_with(&content))
                .last()
        };
        self.launched_window().or_else(opened)
    }

    fn launched_window(&self) -> Option<Page> {
        let player = self.page.main_frame().id().clone();
        let mut pages = self.context.pages().into_iter();
        pages
            .find(|page| page.opener() == Some(&player))
            .filter(|_| self.launch.popup)
    }

    /// The frame that the delivered activity plays in.
    pub fn content(&self) -> Result<Frame, StageError> {
        match self.launched_window() {
            Some(window) => Ok(window.main_frame()),
            // The name of the frame in the player page.
            None => Ok(self.page.frame("content")?),
        }
    }

    /// The address that a learner sees.
    pub fn shown_url(&self) -> String {
        self.course_window()
            .map_or_else(|| self.url(), |window| window.url())
    }

    /// The frame that a learner looks at.
    pub fn shown_frame(&self) -> Result<Frame, StageError> {
        match self.course_window() {
            Some(window) => Ok(window.main_frame()),
            None => self.content(),
        }
    }
}
