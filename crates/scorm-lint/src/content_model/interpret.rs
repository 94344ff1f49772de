//! Walks a manifest along its content models and tells where it leaves them.

use ahash::AHashMap;
use scorm_package::ScormVersion;
use scorm_package::xml::{Attribute, Node, Vocabulary};

use super::fault::{Fault, FaultKind};
use super::model::{self, Any, Content, Element, Particle};
use super::order::out_of_order;
use super::simple::Simple;

/// All faults of a manifest, in document order of the elements they are in.
pub(crate) fn check(root: Node<'_>, version: ScormVersion) -> Vec<Fault<'_>> {
    let mut walk = Walk::new(version);
    walk.element(root, model::manifest(version));
    walk.faults
}

/// All faults of a metadata document, whose document element is `lom`.
pub(crate) fn check_metadata(root: Node<'_>, version: ScormVersion) -> Vec<Fault<'_>> {
    let mut walk = Walk::new(version);
    if let Some(model) = model::global(version, Vocabulary::Lom, root.name()) {
        walk.element(root, model);
    }
    walk.faults
}

struct Walk<'a> {
    version: ScormVersion,
    ids: AHashMap<&'a str, Attribute<'a>>,
    faults: Vec<Fault<'a>>,
    /// The children of all elements that the walk is in, each with its position in the sequence;
    /// those of the innermost element are last.
    positions: Vec<(Node<'a>, usize)>,
    /// How many children each position has, likewise.
    counts: Vec<usize>,
}

impl<'a> Walk<'a> {
    fn new(version: ScormVersion) -> Self {
        Self {
            version,
            ids: AHashMap::new(),
            faults: Vec::new(),
            positions: Vec::new(),
            counts: Vec::new(),
        }
    }

    fn fault(&mut self, node: Node<'a>, kind: FaultKind<'a>) {
        self.faults.push(Fault {
            node,
            attribute: None,
            kind,
        });
    }

    fn element(&mut self, node: Node<'a>, model: &'static Element) {
        self.attributes(node, model);
        match &model.content {
            Content::Text(simple) => {
                self.value(node, *simple);
                for child in node.children() {
                    self.foreign_to(child, &[]);
                }
            }
            Content::Empty => {
                self.no_text(node);
                for child in node.children() {
                    self.foreign_to(child, &[]);
                }
            }
            Content::Sequence(particles, any) => {
                self.no_text(node);
                self.children(node, particles, *any, true);
            }
            Content::Unordered(particles, any) => {
                self.no_text(node);
                self.children(node, particles, *any, false);
            }
        }
    }

    fn value(&mut self, node: Node<'a>, simple: Simple) {
        let text = node.text();
        // An empty `minNormalizedMeasure` stands for its default.
        if text.is_empty() && matches!(simple, Simple::Decimal { .. }) {
            return;
        }
        if let Some(fault) = simple.fault(&text) {
            let value = text.into_owned();
            self.fault(node, FaultKind::InvalidValue { value, fault });
        }
    }

    fn no_text(&mut self, node: Node<'a>) {
        let white = |text: &str| text.bytes().all(|byte| byte.is_ascii_whitespace());
        if node.text_pieces().any(|(_, piece)| !white(piece)) {
            self.fault(node, FaultKind::UnexpectedText);
        }
    }

    fn children(
        &mut self,
        node: Node<'a>,
        particles: &'static [Particle],
        any: Any,
        ordered: bool,
    ) {
        let first = self.positions.len();
        let counts = self.counts.len();
        self.counts.resize(counts + particles.len(), 0);
        for child in node.children() {
            let vocabulary = vocabulary_of(child);
            let name = child.name();
            let found = particles.iter().position(|particle| {
                particle.element.vocabulary == vocabulary && particle.element.name == name
            });
            if let Some(at) = found {
                self.positions.push((child, at));
                self.counts[counts + at] += 1;
                let max = particles[at].max;
                if self.counts[counts + at] > max {
                    self.fault(child, FaultKind::RepeatedElement { max });
                }
                self.element(child, particles[at].element);
            } else if any != Any::No && vocabulary != vocabulary_of(node) && !is_stray(child) {
                self.positions.push((child, particles.len()));
                self.extension(child, any);
            } else {
                self.foreign_to(child, particles);
            }
        }
        if ordered {
            for (child, kind) in out_of_order(&self.positions[first..]) {
                self.fault(child, kind);
            }
        }
        for (at, particle) in particles.iter().enumerate() {
            if self.counts[counts + at] < particle.min {
                let name = particle.element.name;
                self.fault(node, FaultKind::MissingElement { name });
            }
        }
        self.positions.truncate(first);
        self.counts.truncate(counts);
    }

    /// An element of another namespace where that is allowed.
    fn extension(&mut self, node: Node<'a>, any: Any) {
        if let Some(model) = model::global(self.version, vocabulary_of(node), node.name()) {
            self.element(node, model);
            return;
        }
        if any == Any::Strict {
            self.fault(
                node,
                FaultKind::UnknownElement {
                    expected: Vec::new(),
                },
            );
        } else if is_scorm(node.vocabulary()) {
            self.fault(node, FaultKind::UndeclaredElement);
        }
        for child in node.children() {
            self.extension(child, Any::Lax);
        }
    }

    /// An element that cannot be where it is.
    fn foreign_to(&mut self, child: Node<'a>, particles: &'static [Particle]) {
        let expected = particles
            .iter()
            .map(|particle| particle.element.name)
            .collect();
        let known = model::is_known_name(self.version, vocabulary_of(child), child.name());
        let kind = if known && !is_stray(child) {
            FaultKind::MisplacedElement { expected }
        } else {
            FaultKind::UnknownElement { expected }
        };
        self.fault(child, kind);
    }

    fn attributes(&mut self, node: Node<'a>, model: &'static Element) {
        for attribute in node.attributes() {
            match attribute.vocabulary() {
                Vocabulary::Xsi => {}
                Vocabulary::None => {
                    let known = model
                        .attributes
                        .iter()
                        .find(|attr| attr.name == attribute.name());
                    match known {
                        Some(attr) => self.attribute_value(node, attribute, attr.value),
                        None => self.unknown_attribute(node, attribute, model),
                    }
                }
                vocabulary => self.foreign_attribute(node, attribute, vocabulary, model),
            }
        }
        for attr in model.attributes.iter().filter(|attr| attr.required) {
            if node.attribute(attr.name).is_none() {
                self.fault(node, FaultKind::MissingAttribute { name: attr.name });
            }
        }
    }

    fn foreign_attribute(
        &mut self,
        node: Node<'a>,
        attribute: Attribute<'a>,
        vocabulary: Vocabulary,
        model: &'static Element,
    ) {
        let mut declared = model::attribute_models(self.version).iter();
        let known =
            declared.find(|known| known.vocabulary == vocabulary && known.name == attribute.name());
        if model.any_attribute == Any::No || vocabulary == model.vocabulary {
            self.unknown_attribute(node, attribute, model);
        } else if let Some(known) = known {
            self.attribute_value(node, attribute, known.value);
        } else if model.any_attribute == Any::Strict {
            self.unknown_attribute(node, attribute, model);
        } else if is_scorm(vocabulary) {
            let kind = FaultKind::UndeclaredAttribute;
            self.faults.push(Fault {
                node,
                attribute: Some(attribute),
                kind,
            });
        }
    }

    fn unknown_attribute(
        &mut self,
        node: Node<'a>,
        attribute: Attribute<'a>,
        model: &'static Element,
    ) {
        let expected = model.attributes.iter().map(|attr| attr.name).collect();
        let kind = FaultKind::UnknownAttribute { expected };
        self.faults.push(Fault {
            node,
            attribute: Some(attribute),
            kind,
        });
    }

    fn attribute_value(&mut self, node: Node<'a>, attribute: Attribute<'a>, simple: Simple) {
        let value = attribute.value();
        if let Some(fault) = simple.fault(value) {
            let kind = FaultKind::InvalidValue {
                value: value.to_owned(),
                fault,
            };
            self.faults.push(Fault {
                node,
                attribute: Some(attribute),
                kind,
            });
        } else if matches!(simple, Simple::Id) {
            let id = value.trim();
            if let Some(&first) = self.ids.get(id) {
                let kind = FaultKind::DuplicateIdentifier {
                    value: id.to_owned(),
                    first,
                };
                self.faults.push(Fault {
                    node,
                    attribute: Some(attribute),
                    kind,
                });
            } else {
                self.ids.insert(id, attribute);
            }
        }
    }
}

/// Manifests without any namespace are meant as IMS packaging.
fn vocabulary_of(node: Node<'_>) -> Vocabulary {
    match node.vocabulary() {
        Vocabulary::None => Vocabulary::Imscp,
        other => other,
    }
}

/// Has an element lost its namespace in a manifest that has one?
fn is_stray(node: Node<'_>) -> bool {
    node.vocabulary() == Vocabulary::None && node.document().root().vocabulary() != Vocabulary::None
}

fn is_scorm(vocabulary: Vocabulary) -> bool {
    matches!(
        vocabulary,
        Vocabulary::Imscp
            | Vocabulary::Adlcp
            | Vocabulary::Adlseq
            | Vocabulary::Adlnav
            | Vocabulary::Imsss
    )
}
