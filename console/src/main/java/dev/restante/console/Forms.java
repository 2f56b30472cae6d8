package dev.restante.console;

import dev.restante.console.guard.Refusal;
import dev.restante.console.guard.SameOrigin;
import dev.restante.console.guard.Secrets;
import dev.restante.console.page.Parameters;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The forms that the console takes: from its own pages only, and not too large. Thread-safe. */
final class Forms {

    private static final int MOST_BYTES = 64 * 1024;
    private static final String PURPOSE = "form";

    private final Secrets secrets;

    Forms(Secrets secrets) {
        this.secrets = secrets;
    }

    /** What a form of the console has, and no other. */
    String token() {
        return secrets.mark(PURPOSE);
    }

    /**
     * Reads a form.
     *
     * @throws Refusal if it is from elsewhere, or no form
     */
    Parameters read(ConsoleRequest request) throws IOException {
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
        Parameters form = Parameters.parse(new String(body, StandardCharsets.UTF_8));
        if (!secrets.isMark(PURPOSE, form.text("token"))) {
            throw foreign();
        }
        return form;
    }

    private static Refusal foreign() {
        return new Refusal(
                403,
                "CONSOLE-FOREIGN-FORM",
                "This form is not from this console, or from before its restart. Ask again.");
    }
}
