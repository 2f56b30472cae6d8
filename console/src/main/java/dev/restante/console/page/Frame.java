package dev.restante.console.page;

import static dev.restante.console.html.Element.tag;

import dev.restante.console.html.Element;
import dev.restante.console.html.Url;
import java.util.ArrayList;
import java.util.List;

/**
 * The frame of all pages.
 *
 * @param user as the page names who looks
 * @param token what a form must carry
 * @param navigation links to the parts of the console
 */
public record Frame(String user, String token, List<Link> navigation) {

    /**
     * A link of the navigation.
     *
     * @param current true on the page that it leads to
     */
    public record Link(String title, Url url, boolean current) {}

    public Frame {
        navigation = List.copyOf(navigation);
    }

    /** A page. */
    public Page page(String title, List<Element> content) {
        return page(200, title, content);
    }

    /** A page with another status. */
    private Page page(int status, String title, List<Element> content) {
        Element head = tag("head")
                .add(
                        tag("meta").with("charset", "utf-8"),
                        tag("meta").with("name", "viewport").with("content", "width=device-width, initial-scale=1"),
                        tag("title", title + " \u2013 Restante"),
                        tag("link").with("rel", "stylesheet").with("href", Url.to("/console.css")),
                        Element.script(Url.to("/console.js")));
        Element links = tag("nav").with("aria-label", "Console");
        for (Link link : navigation) {
            Element anchor = tag("a", link.title()).with("href", link.url());
            links.add(link.current() ? anchor.with("aria-current", "page") : anchor);
        }
        Element header = tag("header")
                .add(tag("strong", "Restante"), links, tag("span", user).with("class", "user"));
        Element main = tag("main")
                .with("id", "main")
                .add(tag("h1").add(tag("bdi", title)))
                .addAll(content);
        // Where the script says that the page is no longer up to date.
        Element footer = tag("footer").add(tag("p").with("id", "live").with("role", "status"));
        return new Page(
                status, tag("html").with("lang", "en").add(head, tag("body").add(header, main, footer)));
    }

    /**
     * A region that the script keeps up to date while the page is seen. It has nothing that one can type into; forms
     * are in rows that have a key, so that a button stays the same one.
     *
     * @param name of no other region of its page
     */
    public static Element live(String name, List<Element> content) {
        return tag("div").with("data-live", name).addAll(content);
    }

    /** A form that asks for an action: it has the token that shows that it is from here. */
    public Element form(String action) {
        return tag("form").with("method", "post").with("action", action(action)).add(hidden("token", token));
    }

    /** The address of an action. */
    public static Url action(String name) {
        return Url.to("/actions/" + name);
    }

    /** A value that a form carries. */
    public static Element hidden(String name, String value) {
        return tag("input").with("type", "hidden").with("name", name).with("value", value);
    }

    /** The page of what was refused or has failed. */
    public Page failure(int status, String code, String text) {
        return failure(status, code, text, List.of());
    }

    /** The page of what was refused or has failed, with what stands beside it. */
    public Page failure(int status, String code, String text, List<Element> beside) {
        List<Element> content = new ArrayList<>(List.of(
                tag("p", text).with("role", "alert"),
                tag("p").add("Error code ").add(tag("code", code))));
        content.addAll(beside);
        return page(status, status == 404 ? "Not found" : status < 500 ? "Refused" : "Failed", content);
    }
}
