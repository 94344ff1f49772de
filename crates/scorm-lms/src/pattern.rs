//! Value formats as patterns: the small part of JavaScript's regular expressions that LMSs use.
//!
//! A pattern always describes the whole text. Matching simulates all states at once over UTF-16
//! units, as JavaScript counts, so its time is linear in the text whatever a course sends.
//!
//! Syntax: `x` itself, `.` any unit but line ends, `\d` `\w` `\s` `\S` and `\x` for any other `x`,
//! `[a-z_]` and `[^…]`, groups `(…)`, `|`, and the repeats `?` `*` `+` `{m}` `{m,}` `{m,n}`.

/// Does the text have this format?
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    Program::new(pattern).matches(text)
}

#[derive(Debug)]
struct Program {
    steps: Vec<Step>,
}

#[derive(Debug, Clone)]
enum Step {
    Unit(Class),
    /// Goes on at both places.
    Split(usize, usize),
    Jump(usize),
    End,
}

#[derive(Debug, Clone)]
struct Class {
    negated: bool,
    ranges: Vec<(u16, u16)>,
}

impl Class {
    fn takes(&self, unit: u16) -> bool {
        let inside = self
            .ranges
            .iter()
            .any(|(low, high)| (*low..=*high).contains(&unit));
        inside != self.negated
    }

    fn of(unit: u16) -> Self {
        Self {
            negated: false,
            ranges: vec![(unit, unit)],
        }
    }
}

/// What a pattern says, before repeats are unrolled.
#[derive(Debug, Clone)]
enum Node {
    Class(Class),
    Sequence(Vec<Node>),
    Either(Vec<Node>),
    Repeat(Box<Node>, usize, Option<usize>),
}

struct Parser {
    units: Vec<u16>,
    at: usize,
}

const fn unit(character: char) -> u16 {
    character as u16
}

impl Parser {
    fn peek(&self) -> Option<u16> {
        self.units.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u16> {
        let found = self.peek();
        self.at += 1;
        found
    }

    fn eat(&mut self, character: char) -> bool {
        let found = self.peek() == Some(unit(character));
        self.at += usize::from(found);
        found
    }

    fn either(&mut self) -> Node {
        let mut branches = vec![self.sequence()];
        while self.eat('|') {
            branches.push(self.sequence());
        }
        Node::Either(branches)
    }

    fn sequence(&mut self) -> Node {
        let mut nodes = Vec::new();
        while let Some(next) = self.peek() {
            if next == unit('|') || next == unit(')') {
                break;
            }
            let node = self.atom();
            nodes.push(self.repeated(node));
        }
        Node::Sequence(nodes)
    }

    fn atom(&mut self) -> Node {
        let first = self.next().unwrap_or_default();
        match char::from_u32(u32::from(first)) {
            Some('(') => {
                let inside = self.either();
                self.eat(')');
                inside
            }
            Some('[') => Node::Class(self.class()),
            Some('.') => Node::Class(Class {
                negated: true,
                ranges: vec![(10, 10), (13, 13), (0x2028, 0x2029)],
            }),
            Some('\\') => Node::Class(self.escape()),
            _ => Node::Class(Class::of(first)),
        }
    }

    fn escape(&mut self) -> Class {
        let letter = self.next().unwrap_or_default();
        let ranges = match char::from_u32(u32::from(letter)) {
            Some('d') => vec![(unit('0'), unit('9'))],
            Some('w') => vec![
                (unit('0'), unit('9')),
                (unit('A'), unit('Z')),
                (unit('_'), unit('_')),
                (unit('a'), unit('z')),
            ],
            Some('s' | 'S') => vec![
                (9, 13),
                (32, 32),
                (0xA0, 0xA0),
                (0x1680, 0x1680),
                (0x2000, 0x200A),
                (0x2028, 0x2029),
                (0x202F, 0x202F),
                (0x205F, 0x205F),
                (0x3000, 0x3000),
                (0xFEFF, 0xFEFF),
            ],
            Some('n') => vec![(10, 10)],
            _ => vec![(letter, letter)],
        };
        Class {
            negated: letter == unit('S'),
            ranges,
        }
    }

    fn class(&mut self) -> Class {
        let negated = self.eat('^');
        let mut ranges = Vec::new();
        while let Some(low) = self.next() {
            if low == unit(']') {
                break;
            }
            if low == unit('\\') {
                ranges.extend(self.escape().ranges);
                continue;
            }
            let is_range = self.peek() == Some(unit('-'))
                && self
                    .units
                    .get(self.at + 1)
                    .is_some_and(|end| *end != unit(']'));
            if is_range {
                self.at += 1;
                let high = self.next().unwrap_or(low);
                ranges.push((low, high));
            } else {
                ranges.push((low, low));
            }
        }
        Class { negated, ranges }
    }

    fn repeated(&mut self, node: Node) -> Node {
        let (least, most) = if self.eat('?') {
            (0, Some(1))
        } else if self.eat('*') {
            (0, None)
        } else if self.eat('+') {
            (1, None)
        } else if self.eat('{') {
            let least = self.number();
            let most = if self.eat(',') {
                let digits = self.peek().is_some_and(|next| next != unit('}'));
                digits.then(|| self.number())
            } else {
                Some(least)
            };
            self.eat('}');
            (least, most)
        } else {
            return node;
        };
        Node::Repeat(Box::new(node), least, most)
    }

    fn number(&mut self) -> usize {
        let mut number = 0;
        while let Some(digit) = self.peek().filter(|next| (48..58).contains(next)) {
            number = number * 10 + usize::from(digit - 48);
            self.at += 1;
        }
        number
    }
}

impl Program {
    fn new(pattern: &str) -> Self {
        let mut parser = Parser {
            units: pattern.encode_utf16().collect(),
            at: 0,
        };
        let node = parser.either();
        let mut program = Self { steps: Vec::new() };
        program.add(&node);
        program.steps.push(Step::End);
        program
    }

    fn add(&mut self, node: &Node) {
        match node {
            Node::Class(class) => self.steps.push(Step::Unit(class.clone())),
            Node::Sequence(nodes) => nodes.iter().for_each(|node| self.add(node)),
            Node::Either(branches) => self.add_branches(branches),
            Node::Repeat(node, least, most) => {
                for _ in 0..*least {
                    self.add(node);
                }
                match most {
                    None => {
                        let split = self.steps.len();
                        self.steps.push(Step::End);
                        self.add(node);
                        self.steps.push(Step::Jump(split));
                        self.steps[split] = Step::Split(split + 1, self.steps.len());
                    }
                    Some(most) => {
                        let optional = most.saturating_sub(*least);
                        let mut splits = Vec::new();
                        for _ in 0..optional {
                            splits.push(self.steps.len());
                            self.steps.push(Step::End);
                            self.add(node);
                        }
                        let end = self.steps.len();
                        for split in splits {
                            self.steps[split] = Step::Split(split + 1, end);
                        }
                    }
                }
            }
        }
    }

    fn add_branches(&mut self, branches: &[Node]) {
        let mut jumps = Vec::new();
        for (index, branch) in branches.iter().enumerate() {
            if index + 1 == branches.len() {
                self.add(branch);
                break;
            }
            let split = self.steps.len();
            self.steps.push(Step::End);
            self.add(branch);
            jumps.push(self.steps.len());
            self.steps.push(Step::End);
            self.steps[split] = Step::Split(split + 1, self.steps.len());
        }
        let end = self.steps.len();
        for jump in jumps {
            self.steps[jump] = Step::Jump(end);
        }
    }

    fn matches(&self, text: &str) -> bool {
        let mut now = States::new(self.steps.len());
        let mut then = States::new(self.steps.len());
        now.enter(&self.steps, 0);
        for unit in text.encode_utf16() {
            for index in 0..now.list.len() {
                let at = now.list[index];
                if let Step::Unit(class) = &self.steps[at]
                    && class.takes(unit)
                {
                    then.enter(&self.steps, at + 1);
                }
            }
            if then.list.is_empty() {
                return false;
            }
            std::mem::swap(&mut now, &mut then);
            then.clear();
        }
        now.list
            .iter()
            .any(|at| matches!(self.steps[*at], Step::End))
    }
}

/// The steps that wait for a unit, or the end.
struct States {
    list: Vec<usize>,
    entered: Vec<bool>,
    touched: Vec<usize>,
}

impl States {
    fn new(steps: usize) -> Self {
        Self {
            list: Vec::new(),
            entered: vec![false; steps],
            touched: Vec::new(),
        }
    }

    fn clear(&mut self) {
        for at in self.touched.drain(..) {
            self.entered[at] = false;
        }
        self.list.clear();
    }

    fn enter(&mut self, steps: &[Step], at: usize) {
        let mut waiting = vec![at];
        while let Some(at) = waiting.pop() {
            if std::mem::replace(&mut self.entered[at], true) {
                continue;
            }
            self.touched.push(at);
            match &steps[at] {
                Step::Unit(_) | Step::End => self.list.push(at),
                Step::Jump(to) => waiting.push(*to),
                Step::Split(one, other) => waiting.extend([*other, *one]),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns_describe_whole_texts() {
        for (pattern, text, expected) in [
            (r"-?\d{0,3}(.\d*)?", " 85", true),
            (r"-?\d{0,3}(.\d*)?", "1e2", true),
            (r"-?\d{0,3}(.\d*)?", "abcd", false),
            ("a|bc|", "", true),
            ("a|bc|", "bc", true),
            ("a|bc|", "b", false),
            ("[!-~]{0,5}", "abc", true),
            ("[!-~]{0,5}", "a c", false),
            ("[^{].{0,3}", "x\n", false),
            (r"\S{1,4}[a-z]", "ab", true),
            ("(ab)+", "ababab", true),
            ("(ab)+", "aba", false),
            (".", "😀", false),
            ("..", "😀", true),
            ("(a*)*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac", false),
        ] {
            assert_eq!(matches(pattern, text), expected, "{pattern} {text:?}");
        }
    }
}
