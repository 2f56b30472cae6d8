package dev.restante.cli.migrate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Element of a configuration file. Texts with properties that have no value cannot be read. */
final class XmlElement {

    private static final String INCLUSION = "http://www.w3.org/2001/XInclude";

    private final String namespace;
    private final String name;
    private final int line;
    private final Map<String, String> attributes = new LinkedHashMap<>();
    private final List<XmlElement> children = new ArrayList<>();
    private final List<XmlElement> inclusions = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    XmlElement(String namespace, String name, int line) {
        this.namespace = namespace;
        this.name = name;
        this.line = line;
    }

    void addAttribute(String attribute, String value) {
        attributes.put(attribute, value);
    }

    void addChild(XmlElement child) {
        (child.namespace.equals(INCLUSION) ? inclusions : children).add(child);
    }

    void addText(String characters) {
        text.append(characters);
    }

    String namespace() {
        return namespace;
    }

    String name() {
        return name;
    }

    int line() {
        return line;
    }

    /** Returns the text without surrounding white space, in which properties without a value stay. */
    String rawText() {
        return text.toString().strip();
    }

    /** Returns the text without surrounding white space. */
    String text() {
        return checked(rawText());
    }

    /** Returns the attributes without a namespace, in which properties without a value stay. */
    Map<String, String> rawAttributes() {
        return Collections.unmodifiableMap(attributes);
    }

    @Nullable
    String attribute(String attribute) {
        String value = attributes.get(attribute);
        return value == null ? null : checked(value);
    }

    String requiredAttribute(String attribute) {
        String value = attribute(attribute);
        if (value == null || value.isBlank()) {
            throw InvalidBrokerXmlException.at(
                    line, "the element " + name + " needs the attribute " + attribute + ". Add it.");
        }
        return value;
    }

    /** Returns the child elements without inclusions. */
    List<XmlElement> children() {
        return Collections.unmodifiableList(children);
    }

    /** Returns the child elements that include other files. */
    List<XmlElement> inclusions() {
        return Collections.unmodifiableList(inclusions);
    }

    Stream<XmlElement> children(String child) {
        return children.stream().filter(element -> element.name.equals(child));
    }

    /** Returns the text of a child element, or null if the child is missing or empty. */
    @Nullable
    String childText(String child) {
        return children(child)
                .map(XmlElement::text)
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse(null);
    }

    /** Returns the text of the attribute {@code string} of a child {@code filter}, or null for no filter. */
    @Nullable
    String filter() {
        return children("filter")
                .map(filter -> filter.requiredAttribute("string").strip())
                .findFirst()
                .orElse(null);
    }

    String checked(String value) {
        PropertyValues.first(value).ifPresent(missing -> {
            throw InvalidBrokerXmlException.at(
                    line,
                    "the property '" + missing + "' has no value. Give it with --property " + missing + "=VALUE.");
        });
        return value;
    }
}
