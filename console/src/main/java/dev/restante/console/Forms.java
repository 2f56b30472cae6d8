package dev.restante.console;

import dev.restante.console.guard.Refusal;
import dev.restante.console.guard.User;
import dev.restante.console.login.SameOrigin;
import dev.restante.console.login.Secrets;
import dev.restante.console.page.Parameters;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The forms that the console takes: not too large, and from its own pages, or from scripts. A page has a token that is
 * its user's; a script sends a header, which pages of other sites can't. Thread-safe.
 */
final class Forms {

    /** The parameter that has the token. */
    static final String TOKEN = "token";

    /** The header of scripts, whatever its value. */
    static final String SCRIPT = "restante-request";

    private static final int MOST_BYTES = 64 * 1024;
    private static final String PURPOSE = "form of ";

    private final Secrets secrets;

    Forms(Secrets secrets) {
        this.secrets = secrets;
    }

    /** What a form of the console has for this user, and no other. */
    String token(User user) {
        return secrets.mark(PURPOSE + user.name());
    }

    /**
     * Reads a form of a page.
     *
     * @throws Refusal if it is from elsewhere, or no form
     */
    Parameters fromPage(ConsoleRequest request, User user) throws IOException {
        Parameters form = read(request);
        if (!secrets.isMark(PURPOSE + user.name(), form.text(TOKEN))) {
            throw foreign();
        }
        return form;
    }

    /**
     * Reads a form of a script.
     *
     * @throws Refusal if it may be from a page of another site, or is no form
     */
    Parameters fromScript(ConsoleRequest request) throws IOException {
        if (request.header(SCRIPT).isEmpty()) {
            throw new Refusal(
                    403,
                    "CONSOLE-HEADER-MISSING",
                    "A script says that it is one: send the header Restante-Request, with any value.");
        }
        return read(request);
    }

    private static Parameters read(ConsoleRequest request) throws IOException {
        if (!SameOrigin.allows(request.header("sec-fetch-site"), request.header("origin"), request.header("host"))) {
            throw foreign();
        }
        String type = request.header("content-type").orElse("");
        if (!type.split(";", 2)[0].strip().equalsIgnoreCase("application/x-www-form-urlencoded")) {
            throw new Refusal(415, "CONSOLE-BAD-REQUEST", "Only forms are understood.");
        }
        byte[] body = request.body().readNBytes(MOST_BYTES + 1);
        if (body.length > MOST_BYTES) {
            throw new Refusal(413, "CONSOLE-TOO-LARGE", "The form has more than " + MOST_BYTES + " bytes.");
        }
        return Parameters.parse(new String(body, StandardCharsets.UTF_8));
    }

    private static Refusal foreign() {
        return new Refusal(
                403,
                "CONSOLE-FOREIGN-FORM",
                "This form is not from this console, or from before its restart. Ask again.");
    }
}
