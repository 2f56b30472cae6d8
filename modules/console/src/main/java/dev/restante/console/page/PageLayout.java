package dev.restante.console.page;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.console.html.HtmlElement;
import dev.restante.console.html.LocalUrl;
import java.util.ArrayList;
import java.util.List;

/**
 * Common layout of all pages: head, navigation, user and form token.
 *
 * @param user the description of the user in the header
 * @param token the token that every form carries against cross-site requests
 */
public record PageLayout(String user, String token, List<Link> navigation) {

    /** Link of the navigation. */
    public record Link(String title, LocalUrl url, boolean current) {}

    public PageLayout {
        navigation = List.copyOf(navigation);
    }

    public HtmlPage page(String title, List<HtmlElement> content) {
        return page(200, title, content);
    }

    private HtmlPage page(int status, String title, List<HtmlElement> content) {
        HtmlElement head = tag("head")
                .add(
                        tag("meta").with("charset", "utf-8"),
                        tag("meta").with("name", "viewport").with("content", "width=device-width, initial-scale=1"),
                        tag("title", title + " \u2013 Restante"),
                        tag("link").with("rel", "stylesheet").with("href", LocalUrl.to("/console.css")),
                        HtmlElement.script(LocalUrl.to("/console.js")));
        HtmlElement links = tag("nav").with("aria-label", "Console");
        for (Link link : navigation) {
            HtmlElement anchor = tag("a", link.title()).with("href", link.url());
            links.add(link.current() ? anchor.with("aria-current", "page") : anchor);
        }
        HtmlElement header = tag("header")
                .add(tag("strong", "Restante"), links, tag("span", user).with("class", "user"));
        HtmlElement main = tag("main")
                .with("id", "main")
                .add(tag("h1").add(tag("bdi", title)))
                .addAll(content);
        // The script writes here that the page is outdated.
        HtmlElement footer =
                tag("footer").add(tag("p").with("id", "refresh-status").with("role", "status"));
        return new HtmlPage(
                status, tag("html").with("lang", "en").add(head, tag("body").add(header, main, footer)));
    }

    /**
     * Returns a region that the script refreshes while the page is visible.
     *
     * <p>A refreshed region must not contain text inputs. Its forms are in rows with keys, so that their buttons stay.
     */
    public static HtmlElement refreshedRegion(String name, List<HtmlElement> content) {
        return tag("div").with("data-refresh", name).addAll(content);
    }

    /** Returns a form that requests an action, with the form token. */
    public HtmlElement form(String action) {
        return tag("form").with("method", "post").with("action", action(action)).add(hidden("csrfToken", token));
    }

    public static LocalUrl action(String name) {
        return LocalUrl.to("/actions/" + name);
    }

    public static HtmlElement hidden(String name, String value) {
        return tag("input").with("type", "hidden").with("name", name).with("value", value);
    }

    /** Returns the page of a rejected or failed request. */
    public HtmlPage failure(int status, String code, String text) {
        return failure(status, code, text, List.of());
    }

    /** Returns the page of a rejected or failed request, with additional content below the reason. */
    public HtmlPage failure(int status, String code, String text, List<HtmlElement> additionalContent) {
        List<HtmlElement> content = new ArrayList<>(List.of(
                tag("p", text).with("role", "alert"),
                tag("p").add("Error code ").add(tag("code", code))));
        content.addAll(additionalContent);
        return page(status, status == 404 ? "Not found" : status < 500 ? "Refused" : "Failed", content);
    }
}
