package dev.restante.console;

import dev.restante.console.guard.Refusal;
import dev.restante.console.guard.User;
import dev.restante.console.json.Json;
import dev.restante.console.login.SameOrigin;
import dev.restante.console.login.Secrets;
import dev.restante.console.page.Parameters;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The forms that the console takes: not too large, and from its own pages, or from scripts. A page has a token that is
 * its user's; a script sends JSON, which browsers let no page of another site send without asking here first, and
 * nobody answers that. Thread-safe.
 */
final class Forms {

    /** The parameter that has the token. */
    static final String TOKEN = "token";

    private static final int MOST_BYTES = 64 * 1024;
    private static final String PURPOSE = "form of ";

    private final Secrets secrets;

    Forms(Secrets secrets) {
        this.secrets = secrets;
    }

    /** The token that a form of the console has for this user, and no other. */
    String token(User user) {
        return secrets.mark(PURPOSE + user.name());
    }

    /**
     * Reads a form of a page.
     *
     * @throws Refusal if it is from elsewhere, or no form
     */
    Parameters fromPage(ConsoleRequest request, User user) throws IOException {
        Parameters form = Parameters.parse(read(request, "application/x-www-form-urlencoded", "forms are understood"));
        if (!secrets.isMark(PURPOSE + user.name(), form.text(TOKEN))) {
            throw foreign();
        }
        return form;
    }

    /**
     * Reads an object of a script.
     *
     * @throws Refusal if it may be from a page of another site, or is no flat JSON object
     */
    @SuppressWarnings("UnusedException") // whose text is all that it has
    Parameters fromScript(ConsoleRequest request) throws IOException {
        try {
            return Parameters.of(Json.members(read(request, "application/json", "JSON is understood")));
        } catch (IllegalArgumentException e) {
            throw Refusal.badRequest("The request is not as it has to be: " + e.getMessage() + ".");
        }
    }

    private static String read(ConsoleRequest request, String type, String understood) throws IOException {
        if (!SameOrigin.allows(request.header("sec-fetch-site"), request.header("origin"), request.header("host"))) {
            throw foreign();
        }
        String given = request.header("content-type").orElse("");
        if (!given.split(";", 2)[0].strip().equalsIgnoreCase(type)) {
            throw new Refusal(415, "CONSOLE-BAD-REQUEST", "Only " + understood + ": " + type + ".");
        }
        byte[] body = request.body().readNBytes(MOST_BYTES + 1);
        if (body.length > MOST_BYTES) {
            throw new Refusal(413, "CONSOLE-TOO-LARGE", "The request has more than " + MOST_BYTES + " bytes.");
        }
        return new String(body, StandardCharsets.UTF_8);
    }

    private static Refusal foreign() {
        return new Refusal(
                403,
                "CONSOLE-FOREIGN-FORM",
                "This form is not from this console, or from before its restart. Ask again.");
    }
}
