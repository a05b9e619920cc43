//! Which MSL a program is written in: language version, platform, and the mathematics it asked for.
//!
//! Knows the spellings of `-std` and nothing of what a version changes.

/// An MSL version as `__METAL_VERSION__` gives it: 310 for Metal 3.1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LanguageVersion(pub u16);

impl LanguageVersion {
    /// All versions there have been.
    pub const ALL: [Self; 12] = {
        const fn v(number: u16) -> LanguageVersion {
            LanguageVersion(number)
        }
        [v(100), v(110), v(120), v(200), v(210), v(220), v(230), v(240), v(300), v(310), v(320), v(400)]
    };
    /// The version that holds unless something else is asked for.
    pub const DEFAULT: Self = Self(400);
}

/// The kind of machine a program is compiled for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Platform {
    /// macOS.
    #[default]
    MacOs,
    /// iOS and all its relatives.
    Ios,
}

/// How far floating-point arithmetic may be rearranged (`-fmetal-math-mode`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum MathMode {
    /// No NaN, no infinity, any rearrangement: the default of Metal compilers.
    #[default]
    Fast,
    /// Rearrangement, but NaN and infinity are kept.
    Relaxed,
    /// As IEEE 754 says.
    Safe,
}

/// A language version on a platform, with its mathematics.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dialect {
    /// The language version.
    pub version: LanguageVersion,
    /// The platform.
    pub platform: Platform,
    /// The mathematics.
    pub math: MathMode,
}

impl Default for Dialect {
    fn default() -> Self {
        Self { version: LanguageVersion::DEFAULT, platform: Platform::MacOs, math: MathMode::Fast }
    }
}

impl Dialect {
    /// The dialect that a `-std` option names: `metal3.1`, `macos-metal2.4`, `ios-metal1.2`; the rest by default.
    /// `None` when there is no such version.
    #[must_use]
    pub fn from_std(name: &str) -> Option<Self> {
        let (platform, digits) = if let Some(digits) = name.strip_prefix("macos-metal") {
            (Platform::MacOs, digits)
        } else if let Some(digits) = name.strip_prefix("osx-metal") {
            (Platform::MacOs, digits)
        } else if let Some(digits) = name.strip_prefix("ios-metal") {
            (Platform::Ios, digits)
        } else {
            (Platform::MacOs, name.strip_prefix("metal")?)
        };
        let (major, minor) = digits.split_once('.')?;
        let number = |text: &str| (text.len() == 1).then(|| text.parse::<u16>().ok()).flatten();
        let version = LanguageVersion(number(major)? * 100 + number(minor)? * 10);
        LanguageVersion::ALL.contains(&version).then_some(Self { version, platform, ..Self::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn std_spellings() {
        let check = |name: &str, expected: Option<(u16, Platform)>| {
            assert_eq!(Dialect::from_std(name).map(|d| (d.version.0, d.platform)), expected, "{name}");
        };
        check("metal4.0", Some((400, Platform::MacOs)));
        check("metal3.1", Some((310, Platform::MacOs)));
        check("macos-metal2.4", Some((240, Platform::MacOs)));
        check("ios-metal1.0", Some((100, Platform::Ios)));
        for wrong in ["metal", "metal9.9", "metal3", "c++17", "metal3.10", "macos-metal", ""] {
            check(wrong, None);
        }
    }
}
