package dev.restante.console.login;

import java.util.Optional;

/** Rule that accepts forms only from pages of this server. */
public final class SameOriginRule {

    private SameOriginRule() {}

    /**
     * Returns whether the headers allow a form submission.
     *
     * <p>Clients other than browsers send neither header and are allowed. The form token protects against them.
     *
     * @param site the header {@code Sec-Fetch-Site}
     * @param origin the header {@code Origin}
     * @param host the header {@code Host}
     */
    public static boolean allows(Optional<String> site, Optional<String> origin, Optional<String> host) {
        if (site.isPresent()) {
            // Pages cannot set this header, and it is correct even if a proxy rewrites the Host header.
            return site.get().equals("same-origin");
        }
        if (origin.isEmpty()) {
            return true;
        }
        String from = origin.get();
        int scheme = from.indexOf("://");
        // The scheme is ignored, because a proxy in front of the server may speak HTTPS.
        return scheme > 0 && host.isPresent() && from.substring(scheme + 3).equalsIgnoreCase(host.get());
    }
}
