//! A session in the hands of a player page that does what it is told.

use std::sync::Arc;

use scorm_session::{
    ApiFunction, Course, Delivery, Effect, Event, EventKind, Launch, Learner, LearnerRequest,
    Options, Origin, Session,
};

pub(crate) const MULTI_SCO: &str = include_str!("../courses/multi_sco_1_2.xml");

/// A 2004 course with two SCOs in a row.
pub(crate) const TWO_SCOS: &str = r#"
<manifest identifier="TWO" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
    xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
  <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
  <organizations default="ORG"><organization identifier="ORG"><title>Two</title>
    <item identifier="a" identifierref="R"><title>A</title>
      <imsss:sequencing><imsss:objectives><imsss:primaryObjective objectiveID="done">
        <imsss:mapInfo targetObjectiveID="shared" writeSatisfiedStatus="true"/>
      </imsss:primaryObjective></imsss:objectives></imsss:sequencing>
    </item>
    <item identifier="b" identifierref="R"><title>B</title></item>
    <imsss:sequencing><imsss:controlMode flow="true"/></imsss:sequencing>
  </organization></organizations>
  <resources>
    <resource identifier="R" type="webcontent" adlcp:scormType="sco" href="sco.html"/>
  </resources>
</manifest>"#;

/// A session with a clock and the last delivery, in the role of the player page.
pub(crate) struct Stage {
    pub(crate) session: Session,
    pub(crate) now: u64,
    delivered: Option<Delivery>,
    pub(crate) ended: Option<bool>,
}

impl Stage {
    pub(crate) fn open(manifest: &str, learner: Learner, options: Options) -> Self {
        let course = Arc::new(Course::from_manifest_text(manifest, None).unwrap());
        let session = Session::new(course, learner, options);
        Self {
            session,
            now: 0,
            delivered: None,
            ended: None,
        }
    }

    pub(crate) fn launched(manifest: &str) -> Self {
        let mut stage = Self::open(manifest, Learner::new("l", "L, A"), Options::default());
        stage.apply(EventKind::Launched {
            launch: Launch::Auto,
        });
        stage
    }

    /// The same learner opens the course again.
    pub(crate) fn reopened(self, manifest: &str, launch: Launch) -> Self {
        let mut stage = Self::open(manifest, self.session.into_learner(), Options::default());
        stage.apply(EventKind::Launched { launch });
        stage
    }

    pub(crate) fn apply(&mut self, kind: EventKind) -> Vec<Effect> {
        self.now += 1000;
        let effects = self.session.apply(&Event::new(self.now, 0, kind));
        for effect in &effects {
            match effect {
                Effect::Deliver(delivery) => self.delivered = Some(delivery.clone()),
                Effect::SessionEnded { suspended } => self.ended = Some(*suspended),
                _ => {}
            }
        }
        effects
    }

    pub(crate) fn called(
        &mut self,
        function: ApiFunction,
        args: &[&str],
        origin: Origin,
    ) -> (String, u16) {
        let args = args.iter().map(|text| Some((*text).to_owned())).collect();
        let effects = self.apply(EventKind::ApiCalled {
            function,
            args,
            origin,
        });
        let Some(Effect::Answered(answer)) = effects.into_iter().next() else {
            return Default::default();
        };
        (answer.value, answer.error)
    }

    pub(crate) fn call(&mut self, function: ApiFunction, args: &[&str]) -> (String, u16) {
        self.called(function, args, Origin::Content)
    }

    pub(crate) fn initialize(&mut self) {
        assert_eq!(
            self.call(ApiFunction::Initialize, &[""]),
            ("true".into(), 0)
        );
    }

    pub(crate) fn terminate(&mut self) {
        assert_eq!(self.call(ApiFunction::Terminate, &[""]), ("true".into(), 0));
    }

    pub(crate) fn set(&mut self, element: &str, value: &str) {
        let answer = self.call(ApiFunction::SetValue, &[element, value]);
        assert_eq!(answer, ("true".into(), 0), "{element} = {value}");
    }

    pub(crate) fn get(&mut self, element: &str) -> String {
        self.call(ApiFunction::GetValue, &[element]).0
    }

    /// The learner uses a control; the page takes the content away.
    pub(crate) fn click(&mut self, request: LearnerRequest) {
        self.apply(EventKind::NavigationRequested { request });
        self.apply(EventKind::ContentUnloaded);
    }

    pub(crate) fn activity(&self) -> &str {
        self.delivered
            .as_ref()
            .map_or("nothing", |delivery| &delivery.activity)
    }
}
