//! Syntax that is younger than the first browsers for courses, and since when browsers read it.

use crate::browser_target::Since;

/// A form of JavaScript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Syntax {
    ArrowFunction,
    Class,
    TemplateLiteral,
    Let,
    Generator,
    Module,
    Exponent,
    AsyncFunction,
    ObjectSpread,
    AsyncIteration,
    DynamicImport,
    OptionalCatchBinding,
    NamedGroup,
    Lookbehind,
    BigInt,
    NumericSeparator,
    ClassField,
    PrivateName,
    OptionalChaining,
    NullishCoalescing,
    LogicalAssignment,
    TopLevelAwait,
    StaticBlock,
}

impl Syntax {
    /// As people call it.
    pub(crate) fn shown(self) -> &'static str {
        match self {
            Self::ArrowFunction => "an arrow function (`=>`)",
            Self::Class => "`class`",
            Self::TemplateLiteral => "a template literal (`` ` ``)",
            Self::Let => "`let` or `const`",
            Self::Generator => "a generator (`function*`)",
            Self::Module => "`import` or `export`",
            Self::Exponent => "`**`",
            Self::AsyncFunction => "`async`",
            Self::ObjectSpread => "`...` in an object",
            Self::AsyncIteration => "`for await` or an async generator",
            Self::DynamicImport => "`import()`",
            Self::OptionalCatchBinding => "`catch` without a name",
            Self::NamedGroup => "a named group in a regular expression",
            Self::Lookbehind => "lookbehind in a regular expression",
            Self::BigInt => "a BigInt (`1n`)",
            Self::NumericSeparator => "`_` in a number",
            Self::ClassField => "a field in a class",
            Self::PrivateName => "a private name (`#x`)",
            Self::OptionalChaining => "`?.`",
            Self::NullishCoalescing => "`??`",
            Self::LogicalAssignment => "`||=`, `&&=` or `??=`",
            Self::TopLevelAwait => "`await` outside of functions",
            Self::StaticBlock => "a static block in a class",
        }
    }

    pub(crate) fn since(self) -> Since {
        match self {
            Self::ArrowFunction => Since(45, 12, 22, (10, 0)),
            Self::Class => Since(49, 13, 45, (9, 0)),
            Self::TemplateLiteral => Since(41, 12, 34, (9, 0)),
            Self::Let => Since(49, 14, 44, (10, 0)),
            Self::Generator => Since(39, 13, 26, (10, 0)),
            Self::Module => Since(61, 16, 60, (10, 1)),
            Self::Exponent => Since(52, 14, 52, (10, 1)),
            Self::AsyncFunction => Since(55, 15, 52, (10, 1)),
            Self::ObjectSpread => Since(60, 79, 55, (11, 1)),
            Self::AsyncIteration => Since(63, 79, 57, (12, 0)),
            Self::DynamicImport => Since(63, 79, 67, (11, 1)),
            Self::OptionalCatchBinding => Since(66, 79, 58, (11, 1)),
            Self::NamedGroup => Since(64, 79, 78, (11, 1)),
            Self::Lookbehind => Since(62, 79, 78, (16, 4)),
            Self::BigInt => Since(67, 79, 68, (14, 0)),
            Self::NumericSeparator => Since(75, 79, 70, (13, 0)),
            Self::ClassField => Since(72, 79, 69, (14, 0)),
            Self::PrivateName => Since(74, 79, 90, (14, 1)),
            Self::OptionalChaining => Since(80, 80, 74, (13, 1)),
            Self::NullishCoalescing => Since(80, 80, 72, (13, 1)),
            Self::LogicalAssignment => Since(85, 85, 79, (14, 0)),
            Self::TopLevelAwait => Since(89, 89, 89, (15, 0)),
            Self::StaticBlock => Since(94, 94, 93, (16, 4)),
        }
    }
}

/// Functions and objects that older browsers do not have.
pub(crate) const GLOBALS: &[(&str, Since)] = &[
    ("Promise", Since(32, 12, 29, (8, 0))),
    ("Proxy", Since(49, 12, 18, (10, 0))),
    ("fetch", Since(42, 14, 39, (10, 1))),
    ("URLSearchParams", Since(49, 17, 29, (10, 1))),
    ("IntersectionObserver", Since(51, 15, 55, (12, 1))),
    ("BroadcastChannel", Since(54, 79, 38, (15, 4))),
    ("ResizeObserver", Since(64, 79, 69, (13, 1))),
    ("AbortController", Since(66, 16, 57, (12, 1))),
    ("OffscreenCanvas", Since(69, 79, 105, (16, 4))),
    ("queueMicrotask", Since(71, 79, 69, (12, 1))),
    ("WeakRef", Since(84, 84, 79, (14, 1))),
    ("structuredClone", Since(98, 98, 94, (15, 4))),
];
