package dev.restante.console.login;

import java.util.Optional;

/** The rule for where a form may come from: the pages of this server. */
public final class SameOrigin {

    private SameOrigin() {}

    /**
     * True if what a browser says of a request's origin allows it. What is no browser says nothing; it has the token of
     * a form all the same.
     *
     * @param site the header {@code Sec-Fetch-Site}
     * @param origin the header {@code Origin}
     * @param host the header {@code Host}
     */
    public static boolean allows(Optional<String> site, Optional<String> origin, Optional<String> host) {
        if (site.isPresent()) {
            // No page can set this header, and what a proxy makes of the host does not matter to it.
            return site.get().equals("same-origin");
        }
        if (origin.isEmpty()) {
            return true;
        }
        String from = origin.get();
        int scheme = from.indexOf("://");
        // A proxy in front may speak HTTPS, so the scheme says nothing.
        return scheme > 0 && host.isPresent() && from.substring(scheme + 3).equalsIgnoreCase(host.get());
    }
}
