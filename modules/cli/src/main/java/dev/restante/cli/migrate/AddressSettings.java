package dev.restante.cli.migrate;

import dev.restante.cli.migrate.MatchSyntax.UntranslatableMatchException;
import dev.restante.cli.migrate.OptionGroup.TargetNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All address settings of a file that can become policies. */
final class AddressSettings {

    private static final List<String> INTERNAL = List.of("activemq.management", "activemq.notifications", "$");

    private final List<AddressSetting> settings;
    private final MatchSyntax syntax;

    private AddressSettings(List<AddressSetting> settings, MatchSyntax syntax) {
        this.settings = settings;
        this.syntax = syntax;
    }

    /** Reads the settings, and lists those without equivalent and without effect. */
    static AddressSettings read(XmlElement core, MatchSyntax syntax, MigrationScript script) {
        List<AddressSetting> settings = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (XmlElement container : core.children("address-settings").toList()) {
            for (XmlElement element : container.children()) {
                String label = "address-settings/" + element.name();
                if (!element.name().equals("address-setting")) {
                    script.addUnknown(label, element.line());
                    continue;
                }
                String match = element.requiredAttribute("match");
                label = "address-setting '" + match + "'";
                if (!seen.add(match)) {
                    script.addLost(
                            label, element.line(), "Artemis uses only the first setting with a match. Merge them.");
                } else if (INTERNAL.stream().anyMatch(match::startsWith)) {
                    script.addNotNeeded(label, "Restante has no such addresses");
                } else {
                    read(element, label, syntax, script).ifPresent(settings::add);
                }
            }
        }
        return new AddressSettings(settings, syntax);
    }

    private static Optional<AddressSetting> read(
            XmlElement element, String label, MatchSyntax syntax, MigrationScript script) {
        AddressMatch match;
        try {
            match = syntax.parse(element.requiredAttribute("match"));
        } catch (UntranslatableMatchException e) {
            script.addLost(label, element.line(), e.remedy());
            return Optional.empty();
        }
        element.rawAttributes().keySet().stream()
                .filter(attribute -> !attribute.equals("match"))
                .forEach(attribute -> script.addUnknown(label + " " + attribute, element.line()));
        Map<String, XmlElement> values = new HashMap<>();
        for (XmlElement child : element.children()) {
            // Artemis ignores the case of these names.
            String name = child.name().toLowerCase(Locale.ROOT);
            Treatment treatment = AddressSettingTreatments.of(name);
            if (treatment == null) {
                script.addUnknown(label + " " + child.name(), child.line());
                continue;
            }
            script.add(treatment, label, name, child, child.rawText());
            if (treatment.translated()) {
                values.put(name, child);
            }
        }
        return Optional.of(new AddressSetting(match, element.line(), values));
    }

    List<AddressSetting> all() {
        return settings;
    }

    /** Returns the values that Artemis uses for an address. */
    MergedSettings of(String address) {
        return merged(syntax.address(address));
    }

    /** Returns the values that Artemis uses for all addresses of a match, unless other settings match some of them. */
    MergedSettings merged(AddressMatch match) {
        return new MergedSettings(settings.stream()
                .filter(setting -> setting.match().covers(match))
                .toList());
    }

    /** Returns the queues to which dead letters and expired messages go. */
    Set<String> targets(TargetNames names) {
        return settings.stream()
                .map(setting -> merged(setting.match()))
                .flatMap(merged ->
                        Stream.of(OptionGroup.deadLetterTarget(merged, names), OptionGroup.expiryTarget(merged, names)))
                .flatMap(Optional::stream)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Lists the targets of dead letters and expired messages that are no queues. */
    void listOtherTargets(TargetNames names, MigrationScript script) {
        Set<String> seen = new HashSet<>();
        settings.forEach(setting -> Stream.of("dead-letter-address", "expiry-address")
                .map(setting.values()::get)
                .filter(Objects::nonNull)
                .filter(target -> !target.text().isEmpty() && !names.isQueue(target.text()))
                .filter(target -> seen.add(target.text()))
                .forEach(target -> script.addLost(
                        target.name() + " '" + target.text() + "'",
                        target.line(),
                        "dead letters of Restante go to a queue, not to a topic. They stay in NAME/$DeadLetterQueue."
                                + " Create a queue with forwardToTopic, and set deadLetterTo to it.")));
    }
}
