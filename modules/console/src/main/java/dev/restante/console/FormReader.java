package dev.restante.console;

import dev.restante.console.guard.ConsoleUser;
import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.json.Json;
import dev.restante.console.login.SameOriginRule;
import dev.restante.console.login.TokenSigner;
import dev.restante.console.page.RequestParameters;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Reader of submitted forms and JSON objects that rejects oversized and cross-site requests. Thread-safe.
 *
 * <p>A form of a page carries a token that is bound to its user. A script sends JSON without a token. Browsers let a
 * page of another site send JSON only after a CORS preflight request, which the console does not answer.
 */
final class FormReader {

    /** Name of the form parameter that carries the token. */
    static final String TOKEN = "csrfToken";

    private static final int MAX_BYTES = 64 * 1024;
    private static final String TOKEN_PURPOSE = "form of ";

    private final TokenSigner signer;

    FormReader(TokenSigner signer) {
        this.signer = signer;
    }

    /** Returns the token that forms of the console carry for this user. */
    String token(ConsoleUser user) {
        return signer.sign(TOKEN_PURPOSE + user.name());
    }

    /**
     * Reads the form of a page.
     *
     * @throws RequestRejectedException if the form comes from another site, is too large or has the wrong content type
     */
    RequestParameters readForm(ConsoleRequest request, ConsoleUser user) throws IOException {
        RequestParameters form =
                RequestParameters.parse(read(request, "application/x-www-form-urlencoded", "forms are accepted"));
        if (!signer.isValid(TOKEN_PURPOSE + user.name(), form.text(TOKEN))) {
            throw crossSiteRequest();
        }
        return form;
    }

    /**
     * Reads the JSON object of a script.
     *
     * @throws RequestRejectedException if the request may come from a page of another site, is too large, or is no flat
     *     JSON object
     */
    @SuppressWarnings("UnusedException") // its message is passed on
    RequestParameters readJson(ConsoleRequest request) throws IOException {
        try {
            return RequestParameters.of(Json.members(read(request, "application/json", "JSON is accepted")));
        } catch (IllegalArgumentException e) {
            throw RequestRejectedException.badRequest("The request is invalid: " + e.getMessage() + ".");
        }
    }

    private static String read(ConsoleRequest request, String type, String understood) throws IOException {
        if (!SameOriginRule.allows(
                request.header("sec-fetch-site"), request.header("origin"), request.header("host"))) {
            throw crossSiteRequest();
        }
        String given = request.header("content-type").orElse("");
        if (!given.split(";", 2)[0].strip().equalsIgnoreCase(type)) {
            throw new RequestRejectedException(415, "CONSOLE-BAD-REQUEST", "Only " + understood + ": " + type + ".");
        }
        byte[] body = request.body().readNBytes(MAX_BYTES + 1);
        if (body.length > MAX_BYTES) {
            throw new RequestRejectedException(
                    413, "CONSOLE-TOO-LARGE", "The request has more than " + MAX_BYTES + " bytes.");
        }
        return new String(body, StandardCharsets.UTF_8);
    }

    private static RequestRejectedException crossSiteRequest() {
        return new RequestRejectedException(
                403,
                "CONSOLE-CROSS-SITE-REQUEST",
                "This form was not issued by this console, or was issued before its restart. Reload the page.");
    }
}
