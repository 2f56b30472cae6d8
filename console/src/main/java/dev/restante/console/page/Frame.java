package dev.restante.console.page;

import static dev.restante.console.html.Element.of;

import dev.restante.console.html.Element;
import dev.restante.console.html.Url;
import java.util.List;

/**
 * The frame of all pages.
 *
 * @param readOnly whether nothing can be changed
 * @param token what a form must carry
 */
public record Frame(String user, boolean readOnly, String token) {

    /** A page. */
    Page page(String title, List<Element> content) {
        return page(200, title, content);
    }

    /** A page with another status. */
    Page page(int status, String title, List<Element> content) {
        Element head = of("head")
                .add(
                        of("meta").with("charset", "utf-8"),
                        of("meta").with("name", "viewport").with("content", "width=device-width, initial-scale=1"),
                        of("title", title + " \u2013 Restante"),
                        of("link").with("rel", "stylesheet").with("href", Url.to("/console.css")));
        Element navigation = of("nav")
                .with("aria-label", "Console")
                .add(
                        of("a", "Overview").with("href", Links.overview()),
                        of("a", "Dead letters").with("href", Links.deadLetters()));
        Element header = of("header")
                .add(
                        of("strong", "Restante"),
                        navigation,
                        of("span", user + (readOnly ? ", read-only" : "")).with("class", "user"));
        Element main = of("main").with("id", "main").add(of("h1").add(of("bdi", title))).addAll(content);
        return new Page(status, of("html").with("lang", "en").add(head, of("body").add(header, main)));
    }

    /** A form that changes something: it has the token that shows that it is from here. */
    Element form(Url action) {
        return of("form")
                .with("method", "post")
                .with("action", action)
                .add(hidden("token", token));
    }

    static Element hidden(String name, String value) {
        return of("input").with("type", "hidden").with("name", name).with("value", value);
    }

    /** The page of what was refused or has failed. */
    public Page failure(int status, String code, String text) {
        return page(
                status,
                status == 404 ? "Not found" : status < 500 ? "Refused" : "Failed",
                List.of(of("p", text).with("role", "alert"), of("p").add("Error code ").add(of("code", code))));
    }
}
