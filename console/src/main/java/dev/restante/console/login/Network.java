package dev.restante.console.login;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;

/** The network of an address, to whose holder the others there belong, too. */
final class Network {

    /** Of an IPv6 address a provider gives at least these to each of its customers. */
    private static final int PREFIX_BYTES = 8;

    private Network() {}

    /** The first 64 bits of an IPv6 address; any other address as it is. */
    @SuppressWarnings("UnusedException") // what is no IPv6 address stands for itself
    static String of(String address) {
        int zone = address.indexOf('%');
        String literal = zone < 0 ? address : address.substring(0, zone);
        // With a colon it is never taken for a name, which would have to be looked for.
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
