package dev.restante.cli.migrate;

import static dev.restante.cli.migrate.Treatment.lostIfFalse;
import static dev.restante.cli.migrate.Treatment.lostIfTrue;
import static dev.restante.cli.migrate.Treatment.lostUnless;
import static dev.restante.cli.migrate.Treatment.notNeeded;
import static dev.restante.cli.migrate.Treatment.translate;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Queue of an address, with the settings that commands can express. */
record BrokerQueue(XmlElement element, String name) {

    private static final Map<String, Treatment> ATTRIBUTES = Map.ofEntries(
            Map.entry("name", translate()),
            Map.entry("last-value", translate()),
            Map.entry("last-value-key", translate()),
            Map.entry("max-consumers", lostUnless(Set.of("-1"), AddressSettingTreatments.MAX_CONSUMERS)),
            Map.entry("purge-on-no-consumers", lostIfTrue(AddressSettingTreatments.PURGE)),
            Map.entry("exclusive", lostIfTrue(AddressSettingTreatments.EXCLUSIVE)),
            Map.entry("group-rebalance", lostIfTrue(AddressSettingTreatments.REBALANCE)),
            Map.entry("group-rebalance-pause-dispatch", notNeeded("only has an effect together with group-rebalance")),
            Map.entry("group-buckets", lostUnless(Set.of("-1"), AddressSettingTreatments.BUCKETS)),
            Map.entry("group-first-key", lostUnless(Set.of(""), AddressSettingTreatments.FIRST_KEY)),
            Map.entry("non-destructive", lostIfTrue(AddressSettingTreatments.NON_DESTRUCTIVE)),
            Map.entry("consumers-before-dispatch", lostUnless(Set.of("0"), AddressSettingTreatments.CONSUMERS)),
            Map.entry("delay-before-dispatch", notNeeded("only has an effect together with consumers-before-dispatch")),
            Map.entry("ring-size", lostUnless(Set.of("-1"), AddressSettingTreatments.RING)),
            Map.entry(
                    "enabled",
                    lostIfFalse("a disabled queue of Artemis gets no messages. Do not create it, or reject sends to it:"
                            + " restante queue disable.")));

    private static final Map<String, Treatment> CHILDREN = Map.of(
            "filter",
            translate(),
            "address",
            translate(),
            "durable",
            lostIfFalse("Restante keeps the queue and its messages over a restart. Purge it after a restart, or use a"
                    + " temporary queue or a subscription that is not durable."),
            "user",
            notNeeded("all users of the database have the same rights"));

    static Set<String> attributeNames() {
        return ATTRIBUTES.keySet();
    }

    static Set<String> childNames() {
        return CHILDREN.keySet();
    }

    /** Reads a queue, and lists its settings without equivalent. */
    static BrokerQueue read(XmlElement element, MigrationScript script) {
        BrokerQueue queue = new BrokerQueue(element, element.requiredAttribute("name"));
        String label = queue.label();
        element.rawAttributes().forEach((name, value) -> {
            Treatment treatment = ATTRIBUTES.get(name);
            if (treatment == null) {
                script.addUnknown(label + " " + name, element.line());
            } else {
                script.add(treatment, label, name, element, value.strip());
            }
        });
        Set<String> unknown = new HashSet<>();
        for (XmlElement child : element.children()) {
            Treatment treatment = CHILDREN.get(child.name());
            if (treatment != null) {
                script.add(treatment, label, child.name(), child, child.rawText());
            } else if (unknown.add(child.name())) {
                script.addUnknown(label + " " + child.name(), child.line());
            }
        }
        return queue;
    }

    String label() {
        return "queue '" + name + "'";
    }

    int line() {
        return element.line();
    }

    @Nullable
    String filter() {
        return element.filter();
    }

    /** Returns the property of last values, or an empty text for none. Address settings give the defaults. */
    String lastValueKey(MergedSettings settings) {
        String key = element.attribute("last-value-key");
        String isLastValueQueue = element.attribute("last-value");
        return OptionGroup.lastValueKey(
                key == null ? settings.text("default-last-value-key") : key.strip(),
                isLastValueQueue == null
                        ? OptionGroup.isLastValueQueue(settings)
                        : "true".equalsIgnoreCase(isLastValueQueue.strip()));
    }

    /** Returns whether this queue sets what address settings would decide. */
    boolean setsLastValues() {
        return element.attribute("last-value-key") != null || element.attribute("last-value") != null;
    }
}
