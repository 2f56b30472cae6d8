package dev.restante.cli.migrate;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Divert of a file.
 *
 * @param targets the addresses to which it forwards
 * @param filter the filter, or null for all messages
 * @param exclusive true if the messages do not go to the address itself
 * @param routingType the routing type that forwarded messages get: ANYCAST, MULTICAST, STRIP or PASS
 */
record BrokerDivert(
        String name,
        int line,
        String address,
        List<String> targets,
        @Nullable String filter,
        boolean exclusive,
        boolean transforms,
        String routingType) {

    private static final Set<String> KNOWN = Set.of(
            "transformer-class-name",
            "transformer",
            "exclusive",
            "routing-name",
            "address",
            "forwarding-address",
            "filter",
            "routing-type");

    BrokerDivert {
        targets = List.copyOf(targets);
    }

    static List<BrokerDivert> read(XmlElement core, MigrationScript script) {
        return core.children("diverts")
                .flatMap(container -> container.children().stream())
                .flatMap(element -> {
                    if (element.name().equals("divert")) {
                        return Stream.of(divert(element, script));
                    }
                    script.addUnknown("diverts/" + element.name(), element.line());
                    return Stream.empty();
                })
                .toList();
    }

    private static BrokerDivert divert(XmlElement element, MigrationScript script) {
        String name = element.requiredAttribute("name").strip();
        String label = "divert '" + name + "'";
        element.rawAttributes().keySet().stream()
                .filter(attribute -> !attribute.equals("name"))
                .forEach(attribute -> script.addUnknown(label + " " + attribute, element.line()));
        element.children().stream()
                .filter(child -> !KNOWN.contains(child.name()))
                .forEach(child -> script.addUnknown(label + " " + child.name(), child.line()));
        element.children("routing-name")
                .forEach(child -> script.addNotNeeded("routing-name", "all nodes use the same database"));
        String routingType = element.childText("routing-type");
        return new BrokerDivert(
                name,
                element.line(),
                required(element, "address"),
                Stream.of(required(element, "forwarding-address").split(","))
                        .map(String::strip)
                        .filter(target -> !target.isEmpty())
                        .distinct()
                        .toList(),
                element.filter(),
                "true".equalsIgnoreCase(element.childText("exclusive")),
                element.children("transformer").findAny().isPresent()
                        || element.childText("transformer-class-name") != null,
                routingType == null ? "STRIP" : routingType.toUpperCase(Locale.ROOT));
    }

    private static String required(XmlElement divert, String child) {
        String text = divert.childText(child);
        if (text == null) {
            throw InvalidBrokerXmlException.at(divert.line(), "a divert needs the element " + child + ". Add it.");
        }
        return text;
    }

    String label() {
        return "divert '" + name + "'";
    }

    boolean takesAll() {
        return exclusive && filter == null;
    }
}
