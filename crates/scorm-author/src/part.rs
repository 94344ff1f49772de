//! The parts of a course: one SCO each, with the pages that it shows.

use crate::order::Template;
use crate::outline::{Kind, Outline, Question, Section};
use crate::words::Words;

/// One SCO.
#[derive(Debug)]
pub(crate) struct Part {
    /// Its page below the course's folder.
    pub(crate) file: String,
    /// Identifies item and, with an ending, resource.
    pub(crate) identifier: String,
    pub(crate) title: String,
    pub(crate) role: Role,
    pub(crate) slides: Vec<Slide>,
    pub(crate) questions: Vec<Asked>,
    /// The share of points from which on it is passed.
    pub(crate) passing: f64,
    /// Another part follows.
    pub(crate) goes_on: bool,
}

/// What a part is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Role {
    /// The whole course.
    Whole,
    /// Finds out which lessons are needed: it reports on these objectives.
    Pretest {
        objectives: Vec<String>,
    },
    /// Teaches; skipped if the objective is satisfied.
    Lesson {
        objective: Option<String>,
    },
    Posttest,
}

/// One page of a part.
#[derive(Debug)]
pub(crate) struct Slide {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) shown: Shown,
}

/// What a page shows.
#[derive(Debug)]
pub(crate) enum Shown {
    Reading(Section),
    /// A paragraph of the template.
    Words(String),
    /// The question at this index.
    Question(usize),
    Results,
}

/// A question of a part.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) id: String,
    /// The page that it stands on.
    pub(crate) slide: String,
    /// The page to read again after a wrong answer.
    pub(crate) reread: Option<String>,
    /// The objective that it belongs to.
    pub(crate) objective: Option<String>,
    pub(crate) question: Question,
}

impl Part {
    /// The parts of a course in the order of the manifest.
    pub(crate) fn all(
        template: Template,
        title: &str,
        outline: &Outline,
        words: &Words,
    ) -> Vec<Self> {
        if template != Template::Course {
            return vec![Self::whole(title, outline, words)];
        }
        let objective = |index: usize| format!("objective-{:02}", index + 1);
        let asks = |section: &Section| graded(section).next().is_some();
        let sections = || outline.sections.iter().enumerate();
        let objectives = sections()
            .filter(|(_, section)| asks(section))
            .map(|(index, _)| objective(index))
            .collect();
        let percent = format!("{}", (outline.passing * 100.0).round());
        let mut parts = vec![Self::test(
            ("pretest", words.get("pretest")),
            words.get("pretestIntro").to_owned(),
            Role::Pretest { objectives },
            outline,
            words,
        )];
        for (index, section) in sections() {
            let name = format!("lesson-{:02}", index + 1);
            let mut lesson = Self::new(&name, &section.heading, outline.passing);
            lesson.role = Role::Lesson {
                objective: asks(section).then(|| objective(index)),
            };
            lesson.read(section.clone());
            // What has no right answer is asked where it belongs, not in a test.
            for question in &section.questions {
                if !question.kind.is_graded() {
                    lesson.ask(question.clone(), None, None, words);
                }
            }
            parts.push(lesson);
        }
        parts.push(Self::test(
            ("posttest", words.get("posttest")),
            words.with("posttestIntro", "passing", &percent),
            Role::Posttest,
            outline,
            words,
        ));
        let last = parts.len() - 1;
        for part in &mut parts[..last] {
            part.goes_on = true;
        }
        parts
    }

    fn new(name: &str, title: &str, passing: f64) -> Self {
        Self {
            file: format!("{name}.html"),
            identifier: name.to_owned(),
            title: title.to_owned(),
            role: Role::Whole,
            slides: Vec::new(),
            questions: Vec::new(),
            passing,
            goes_on: false,
        }
    }

    fn whole(title: &str, outline: &Outline, words: &Words) -> Self {
        let mut part = Self::new("content", title, outline.passing);
        part.file.replace_range(.., "index.html");
        for section in &outline.sections {
            let reading = part.read(section.clone());
            for question in &section.questions {
                part.ask(question.clone(), Some(&reading), None, words);
            }
        }
        part.show_results(words);
        part
    }

    fn test(
        (name, title): (&str, &str),
        introduction: String,
        role: Role,
        outline: &Outline,
        words: &Words,
    ) -> Self {
        let mut part = Self::new(name, title, outline.passing);
        part.slides.push(Slide {
            name: "start".to_owned(),
            title: title.to_owned(),
            shown: Shown::Words(introduction),
        });
        for (index, section) in outline.sections.iter().enumerate() {
            for question in graded(section) {
                let objective = match &role {
                    Role::Pretest { .. } => Some(format!("objective-{:02}", index + 1)),
                    _ => None,
                };
                part.ask(question.clone(), None, objective, words);
            }
        }
        part.show_results(words);
        part.role = role;
        part
    }

    /// Adds a page to read; gives its name.
    fn read(&mut self, section: Section) -> String {
        let name = format!("page-{:02}", self.slides.len() + 1);
        self.slides.push(Slide {
            name: name.clone(),
            title: section.heading.clone(),
            shown: Shown::Reading(section),
        });
        name
    }

    fn ask(
        &mut self,
        question: Question,
        reread: Option<&String>,
        objective: Option<String>,
        words: &Words,
    ) {
        let number = self.questions.len() + 1;
        // Numbers of one length, so that no id is the beginning of another.
        let name = format!("question-{number:03}");
        self.slides.push(Slide {
            name: name.clone(),
            title: words.with("question", "number", &number.to_string()),
            shown: Shown::Question(number - 1),
        });
        self.questions.push(Asked {
            id: format!("question_{number:03}"),
            slide: name,
            reread: reread.cloned(),
            objective,
            question,
        });
    }

    fn show_results(&mut self, words: &Words) {
        if self.questions.is_empty() {
            return;
        }
        self.slides.push(Slide {
            name: "results".to_owned(),
            title: words.get("resultsTitle").to_owned(),
            shown: Shown::Results,
        });
    }

    /// The primary objective of a test.
    pub(crate) fn primary_objective(&self) -> String {
        format!("{}-passed", self.identifier)
    }

    /// The objectives that it reports on, in the order of the manifest: the primary one comes first.
    pub(crate) fn objectives(&self) -> Vec<String> {
        match &self.role {
            Role::Pretest { objectives } => {
                let primary = std::iter::once(self.primary_objective());
                primary.chain(objectives.iter().cloned()).collect()
            }
            _ => Vec::new(),
        }
    }
}

fn graded(section: &Section) -> impl Iterator<Item = &Question> {
    let questions = section.questions.iter();
    questions.filter(|question| Kind::is_graded(&question.kind))
}
