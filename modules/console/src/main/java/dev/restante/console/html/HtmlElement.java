package dev.restante.console.html;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * HTML element with attributes and children, limited to tags and attributes that are safe. Not thread-safe.
 *
 * <p>Strings are added as escaped text, never as markup. The class has no element or attribute with which a page could
 * run inline scripts, or load from or send to another server. SVG elements only draw.
 */
public final class HtmlElement {

    private static final Set<String> VOID_ELEMENTS = Set.of("br", "input", "link", "meta");

    private static final String SCRIPT = "script";

    private static final Set<String> NAMES = Set.of(
            "a",
            "bdi",
            "body",
            "br",
            "button",
            "code",
            "datalist",
            "dd",
            "div",
            "details",
            "dl",
            "dt",
            "fieldset",
            "footer",
            "form",
            "h1",
            "h2",
            "head",
            "header",
            "html",
            "input",
            "label",
            "legend",
            "li",
            "link",
            "main",
            "meta",
            "nav",
            "option",
            "p",
            "path",
            "pre",
            "progress",
            "section",
            "select",
            "span",
            "strong",
            "svg",
            "summary",
            "table",
            "tbody",
            "td",
            "text",
            "textarea",
            "th",
            "thead",
            "time",
            "title",
            "tr",
            "ul");

    private static final Set<String> ATTRIBUTES = Set.of(
            "aria-current",
            "aria-describedby",
            "aria-label",
            "charset",
            "checked",
            "class",
            "content",
            "d",
            "data-key",
            "data-refresh",
            "data-check-result",
            "for",
            "form",
            "height",
            "id",
            "lang",
            "list",
            "max",
            "maxlength",
            "method",
            "min",
            "name",
            "open",
            "placeholder",
            "rel",
            "role",
            "rows",
            "scope",
            "selected",
            "step",
            "tabindex",
            "text-anchor",
            "type",
            "value",
            "viewBox",
            "width",
            "x",
            "y");

    private static final Set<String> ADDRESSES = Set.of("href", "action", "formaction", "data-check");

    private final String name;
    /** Attribute values: strings and {@link LocalUrl}s. */
    private final Map<String, Object> attributes = new LinkedHashMap<>();

    private final List<Object> children = new ArrayList<>();

    private HtmlElement(String name) {
        this.name = name;
    }

    /**
     * Creates an empty element.
     *
     * @throws IllegalArgumentException if the pages of the console do not use this element
     */
    public static HtmlElement tag(String name) {
        return new HtmlElement(requireKnown(NAMES, name));
    }

    public static HtmlElement tag(String name, String text) {
        return tag(name).add(text);
    }

    /** Creates a script element that loads a script of this server. Inline scripts are impossible. */
    public static HtmlElement script(LocalUrl address) {
        HtmlElement script = new HtmlElement(SCRIPT);
        script.attributes.put("src", address);
        script.attributes.put("defer", "");
        return script;
    }

    /**
     * Sets an attribute.
     *
     * @throws IllegalArgumentException if the pages of the console do not use this attribute, or if it takes a URL
     */
    public HtmlElement with(String attribute, String value) {
        attributes.put(requireKnown(ATTRIBUTES, attribute), value);
        return this;
    }

    public HtmlElement with(String attribute, LocalUrl value) {
        attributes.put(requireKnown(ADDRESSES, attribute), value);
        return this;
    }

    public HtmlElement add(String text) {
        child(text);
        return this;
    }

    /**
     * Returns whether pages show every character of a text.
     *
     * <p>A form must not send back any other text, because its user has not seen all of it.
     */
    public static boolean isRoundTripSafe(String text) {
        return HtmlEscaper.isRoundTripSafe(text);
    }

    public HtmlElement add(HtmlElement... elements) {
        return addAll(List.of(elements));
    }

    public HtmlElement addAll(List<HtmlElement> elements) {
        elements.forEach(this::child);
        return this;
    }

    private void child(Object child) {
        if (name.equals(SCRIPT)) {
            throw new IllegalArgumentException("Pages of the console must not contain inline scripts");
        }
        children.add(child);
    }

    private static String requireKnown(Set<String> all, String name) {
        if (!all.contains(name)) {
            throw new IllegalArgumentException("Pages of the console must not contain the attribute '" + name + "'");
        }
        return name;
    }

    /**
     * Returns the HTML document with this element as its root.
     *
     * @param base the base path of the console, which all URLs begin with: without a slash at the end, or empty
     */
    public String document(String base) {
        StringBuilder out = new StringBuilder("<!DOCTYPE html>\n");
        write(out, base);
        return out.append('\n').toString();
    }

    /** Returns the child elements, without the texts between them. */
    public List<HtmlElement> elements() {
        return children.stream()
                .filter(HtmlElement.class::isInstance)
                .map(HtmlElement.class::cast)
                .toList();
    }

    public boolean has(String attribute, String value) {
        return value.equals(attributes.get(attribute));
    }

    /** Returns the text content, without markup. */
    public String text() {
        StringBuilder out = new StringBuilder();
        for (Object child : children) {
            out.append(child instanceof HtmlElement element ? element.text() : (String) child);
        }
        return out.toString();
    }

    private void write(StringBuilder out, String base) {
        out.append('<').append(name);
        attributes.forEach((attribute, value) -> {
            out.append(' ').append(attribute).append("=\"");
            String text = value instanceof LocalUrl ? base + value : (String) value;
            if (attribute.equals("value")) {
                HtmlEscaper.escapeValue(out, text);
            } else {
                HtmlEscaper.escapeVisible(out, text);
            }
            out.append('"');
        });
        out.append('>');
        if (VOID_ELEMENTS.contains(name)) {
            return;
        }
        boolean edited = name.equals("textarea");
        if (edited || name.equals("pre")) {
            // HTML parsers drop a line feed directly after the start tag.
            out.append('\n');
        }
        for (Object child : children) {
            if (child instanceof HtmlElement element) {
                element.write(out, base);
            } else if (edited) {
                HtmlEscaper.escapeValue(out, (String) child);
            } else {
                HtmlEscaper.escapeVisible(out, (String) child);
            }
        }
        out.append("</").append(name).append('>');
    }
}
