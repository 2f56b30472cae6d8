package dev.restante.console.html;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An element with its attributes and children. What is added as a string is text, and never markup; an element or
 * attribute that could run, load or send anything elsewhere does not exist. Those of SVG only draw. For one thread.
 */
public final class Element {

    private static final Set<String> EMPTY = Set.of("br", "input", "link", "meta");

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
            "data-live",
            "data-verdict",
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
    /** Texts and addresses. */
    private final Map<String, Object> attributes = new LinkedHashMap<>();

    private final List<Object> children = new ArrayList<>();

    private Element(String name) {
        this.name = name;
    }

    /**
     * An empty element.
     *
     * @throws IllegalArgumentException for one that pages of the console do not have
     */
    public static Element tag(String name) {
        return new Element(known(NAMES, name));
    }

    /** An element that has a text. */
    public static Element tag(String name, String text) {
        return tag(name).add(text);
    }

    /** The script at an address of this server: the only kind that there is. */
    public static Element script(Url address) {
        Element script = new Element(SCRIPT);
        script.attributes.put("src", address);
        script.attributes.put("defer", "");
        return script;
    }

    /**
     * Sets an attribute.
     *
     * @throws IllegalArgumentException for one that pages of the console do not have, and for addresses
     */
    public Element with(String attribute, String value) {
        attributes.put(known(ATTRIBUTES, attribute), value);
        return this;
    }

    /** Sets an attribute that is an address. */
    public Element with(String attribute, Url value) {
        attributes.put(known(ADDRESSES, attribute), value);
        return this;
    }

    /** Adds a text. */
    public Element add(String text) {
        child(text);
        return this;
    }

    /** True if pages show a text as it is: a field of a form that has another one must not be sent back. */
    public static boolean showsExactly(String text) {
        return EscapedText.isExact(text);
    }

    /** Adds elements. */
    public Element add(Element... elements) {
        return addAll(List.of(elements));
    }

    /** Adds elements. */
    public Element addAll(List<Element> elements) {
        elements.forEach(this::child);
        return this;
    }

    private void child(Object child) {
        if (name.equals(SCRIPT)) {
            throw new IllegalArgumentException("pages of the console have no scripts in themselves");
        }
        children.add(child);
    }

    private static String known(Set<String> all, String name) {
        if (!all.contains(name)) {
            throw new IllegalArgumentException("pages of the console have no '" + name + "'");
        }
        return name;
    }

    /**
     * The element as the root of a document.
     *
     * @param base the path under which all addresses of the console are, without a slash at its end; empty for none
     */
    public String document(String base) {
        StringBuilder out = new StringBuilder("<!DOCTYPE html>\n");
        write(out, base);
        return out.append('\n').toString();
    }

    /** The elements in it, without its texts. */
    public List<Element> elements() {
        return children.stream()
                .filter(Element.class::isInstance)
                .map(Element.class::cast)
                .toList();
    }

    /** True if an attribute has a value. */
    public boolean has(String attribute, String value) {
        return value.equals(attributes.get(attribute));
    }

    /** Its text, without markup. */
    public String text() {
        StringBuilder out = new StringBuilder();
        for (Object child : children) {
            out.append(child instanceof Element element ? element.text() : (String) child);
        }
        return out.toString();
    }

    private void write(StringBuilder out, String base) {
        out.append('<').append(name);
        attributes.forEach((attribute, value) -> {
            out.append(' ').append(attribute).append("=\"");
            String text = value instanceof Url ? base + value : (String) value;
            if (attribute.equals("value")) {
                EscapedText.exactly(out, text);
            } else {
                EscapedText.append(out, text);
            }
            out.append('"');
        });
        out.append('>');
        if (EMPTY.contains(name)) {
            return;
        }
        boolean edited = name.equals("textarea");
        if (edited || name.equals("pre")) {
            // A first line feed would be taken for none.
            out.append('\n');
        }
        for (Object child : children) {
            if (child instanceof Element element) {
                element.write(out, base);
            } else if (edited) {
                EscapedText.exactly(out, (String) child);
            } else {
                EscapedText.append(out, (String) child);
            }
        }
        out.append("</").append(name).append('>');
    }
}
