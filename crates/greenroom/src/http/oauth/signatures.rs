//! Signatures with public keys, by `ring`, which TLS to the issuer needs anyway.
//!
//! There is nothing here for shared secrets, so a token that was signed with the public key as if it
//! were one finds no verifier.

use jsonwebtoken::crypto::{CryptoProvider, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{ErrorKind, Result};
use jsonwebtoken::signature::{Error as WrongSignature, Verifier};
use jsonwebtoken::{Algorithm, AlgorithmFamily, DecodingKey, DecodingKeyKind};
use ring::signature::{self, RsaParameters, RsaPublicKeyComponents, UnparsedPublicKey};

static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: |_, _| Err(ErrorKind::InvalidAlgorithm.into()),
    verifier_factory: verifier,
    key_utils: KeyUtils::new_unimplemented(),
};

/// Must run before a token is looked at; may run again.
pub(super) fn install() {
    let _was_there = PROVIDER.install_default();
}

enum Check {
    Rsa(&'static RsaParameters),
    Point(&'static dyn signature::VerificationAlgorithm),
}

struct PublicKey {
    algorithm: Algorithm,
    check: Check,
    key: DecodingKey,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form that the crate calls"
)]
fn verifier(algorithm: &Algorithm, key: &DecodingKey) -> Result<Box<dyn JwtVerifier>> {
    let check = match algorithm {
        Algorithm::RS256 => Check::Rsa(&signature::RSA_PKCS1_2048_8192_SHA256),
        Algorithm::RS384 => Check::Rsa(&signature::RSA_PKCS1_2048_8192_SHA384),
        Algorithm::RS512 => Check::Rsa(&signature::RSA_PKCS1_2048_8192_SHA512),
        Algorithm::PS256 => Check::Rsa(&signature::RSA_PSS_2048_8192_SHA256),
        Algorithm::PS384 => Check::Rsa(&signature::RSA_PSS_2048_8192_SHA384),
        Algorithm::PS512 => Check::Rsa(&signature::RSA_PSS_2048_8192_SHA512),
        Algorithm::ES256 => Check::Point(&signature::ECDSA_P256_SHA256_FIXED),
        Algorithm::ES384 => Check::Point(&signature::ECDSA_P384_SHA384_FIXED),
        Algorithm::EdDSA => Check::Point(&signature::ED25519),
        _ => return Err(ErrorKind::InvalidAlgorithm.into()),
    };
    if key.family() != algorithm.family() || key.family() == AlgorithmFamily::Hmac {
        return Err(ErrorKind::InvalidKeyFormat.into());
    }
    Ok(Box::new(PublicKey {
        algorithm: *algorithm,
        check,
        key: key.clone(),
    }))
}

impl JwtVerifier for PublicKey {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}

impl Verifier<Vec<u8>> for PublicKey {
    fn verify(
        &self,
        message: &[u8],
        signature: &Vec<u8>,
    ) -> std::result::Result<(), WrongSignature> {
        let verified = match (&self.check, self.key.kind()) {
            (Check::Rsa(parameters), DecodingKeyKind::RsaModulusExponent { n, e }) => {
                let (n, e) = (without_zeros(n), without_zeros(e));
                RsaPublicKeyComponents { n, e }.verify(parameters, message, signature)
            }
            (Check::Point(algorithm), DecodingKeyKind::SecretOrDer(point)) => {
                UnparsedPublicKey::new(*algorithm, point).verify(message, signature)
            }
            _ => return Err(WrongSignature::new()),
        };
        verified.map_err(|_| WrongSignature::new())
    }
}

/// Some providers write the sign of a number that has none.
fn without_zeros(number: &[u8]) -> &[u8] {
    let zeros = number.iter().take_while(|byte| **byte == 0).count();
    &number[zeros..]
}
