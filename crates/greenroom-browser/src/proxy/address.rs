//! Which addresses are on the public internet.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, UdpSocket};

/// False for this machine under any of its addresses, for private and special networks.
pub(super) fn is_elsewhere_in_public(address: IpAddr) -> bool {
    let embedded = match address {
        IpAddr::V4(_) => None,
        IpAddr::V6(address) => embedded_v4(address).map(IpAddr::V4),
    };
    is_public(address)
        && [Some(address), embedded]
            .into_iter()
            .flatten()
            .all(|address| !is_of_this_machine(address))
}

/// Whether this machine has this address, by which its own servers answer as they do on loopback.
///
/// A socket can be bound to own addresses only, so the system is asked by binding one: its answer
/// is that of this moment, for every interface. Nothing is sent.
fn is_of_this_machine(address: IpAddr) -> bool {
    UdpSocket::bind((address, 0)).is_ok()
}

/// False for loopback, private and special networks.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = matches!(
        (a, b, c),
        // This network, shared address space, protocol assignments, benchmarking, reserved.
        (0 | 240..=255, _, _) | (100, 64..=127, _) | (192, 0, 0) | (198, 18 | 19, _)
    );
    !(special
        || address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_documentation()
        || address.is_multicast())
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    if let Some(embedded) = embedded_v4(address) {
        return is_public_v4(embedded);
    }
    match address.segments() {
        // Teredo, documentation.
        [0x2001, 0 | 0xdb8, ..] => false,
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

/// Addresses that carry an IPv4 address reach that: NAT64 and 6to4.
fn embedded_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let ([0x64, 0xff9b, .., high, low] | [0x2002, high, low, ..]) = address.segments() else {
        return None;
    };
    let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
    Some(Ipv4Addr::new(a, b, c, d))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_this_machine_are_known() {
        assert!(is_of_this_machine(Ipv4Addr::LOCALHOST.into()));
        // Sends nothing; the system chooses the address that it would send from.
        let socket = UdpSocket::bind("0.0.0.0:0").unwrap();
        if socket.connect("8.8.8.8:9").is_ok() {
            let own = socket.local_addr().unwrap().ip();
            assert!(is_of_this_machine(own), "{own}");
            assert!(!is_elsewhere_in_public(own), "{own}");
        }
        for foreign in ["8.8.8.8", "2606:4700::1111"] {
            assert!(is_elsewhere_in_public(foreign.parse().unwrap()));
        }
    }

    #[test]
    fn only_public_addresses_pass() {
        for (address, want) in [
            ("8.8.8.8", true),
            ("127.0.0.1", false),
            ("127.8.0.1", false),
            ("10.1.2.3", false),
            ("172.31.0.1", false),
            ("172.32.0.1", true),
            ("192.168.1.1", false),
            ("169.254.169.254", false),
            ("100.64.0.1", false),
            ("0.0.0.0", false),
            ("255.255.255.255", false),
            ("224.0.0.1", false),
            ("::1", false),
            ("::", false),
            ("::ffff:127.0.0.1", false),
            ("fe80::1", false),
            ("fd00::1", false),
            ("64:ff9b::7f00:1", false),
            ("64:ff9b::808:808", true),
            ("2002:7f00:1::1", false),
            ("2606:4700::1111", true),
        ] {
            assert_eq!(is_public(address.parse().unwrap()), want, "{address}");
        }
    }
}
