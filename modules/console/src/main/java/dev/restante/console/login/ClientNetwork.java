package dev.restante.console.login;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;

/** Network of a client address, to which failed logins are charged: an IPv6 /64 prefix or an address. */
final class ClientNetwork {

    /** Length of the IPv6 prefix that internet providers give at least to each customer. */
    private static final int PREFIX_BYTES = 8;

    private ClientNetwork() {}

    /** Returns the first 64 bits of an IPv6 address in hexadecimal form, or any other address unchanged. */
    @SuppressWarnings("UnusedException") // returned unchanged then
    static String of(String address) {
        int zone = address.indexOf('%');
        String literal = zone < 0 ? address : address.substring(0, zone);
        // A literal with a colon is never resolved as a host name, which would need a DNS query.
        if (literal.indexOf(':') < 0) {
            return address;
        }
        try {
            InetAddress parsed = InetAddress.getByName(literal);
            return parsed instanceof Inet6Address
                    ? HexFormat.of().formatHex(Arrays.copyOf(parsed.getAddress(), PREFIX_BYTES))
                    : parsed.getHostAddress();
        } catch (UnknownHostException e) {
            return address;
        }
    }
}
