//! The house of whom an identity provider names.

use greenroom_human::digest;

use crate::http::tokens::is_name;

/// Longer names are told by their hash, which has 64 characters: so no name can be another's hash.
const LONGEST: usize = 40;

/// Characters of the issuer's hash. The operator chooses issuers, so nobody looks for a second one.
const OF_ISSUER: usize = 12;

/// One house for each caller of each issuer. The point stands in no name of a file of tokens.
pub(super) fn house_name(issuer: &str, caller: &str) -> String {
    let is_plain = caller.len() <= LONGEST && is_name(caller);
    let name = if is_plain {
        caller.to_owned()
    } else {
        digest(caller)
    };
    format!("{name}.{}", &digest(issuer)[..OF_ISSUER])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_callers_share_a_house_and_no_name_leads_elsewhere() {
        let issuer = "https://login.example.com";
        let hash_of_victim = digest("Anna@example.com");
        let long = "x".repeat(5000);
        let callers = [
            "anna",
            "Anna",
            "anna ",
            "anna@example.com",
            "Anna@example.com",
            hash_of_victim.as_str(),
            "../anna",
            "..",
            "/etc",
            "anna/../bob",
            "auth0|5f7c8ec7c33c6c004bbafe82",
            "",
            "ä",
            "a\u{308}",
            "a\0b",
            "CON",
            long.as_str(),
        ];
        let names: BTreeSet<String> = callers.map(|it| house_name(issuer, it)).into();
        assert_eq!(names.len(), callers.len());
        for name in &names {
            let (caller, issuer) = name.split_once('.').unwrap();
            assert!(is_name(caller) && is_name(issuer), "{name}");
            assert!(!is_name(name), "a token of the file could have it");
        }
        assert!(house_name(issuer, "anna").starts_with("anna."));
        assert_ne!(
            house_name(issuer, "anna"),
            house_name("https://other.example.com", "anna")
        );
    }
}
