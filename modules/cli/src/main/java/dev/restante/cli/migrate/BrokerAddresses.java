package dev.restante.cli.migrate;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Addresses and queues of a file. */
final class BrokerAddresses {

    private final Map<String, BrokerAddress> byName = new LinkedHashMap<>();

    private BrokerAddresses() {}

    static BrokerAddresses read(XmlElement core, MigrationScript script) {
        BrokerAddresses addresses = new BrokerAddresses();
        for (XmlElement container : core.children("addresses").toList()) {
            for (XmlElement element : container.children()) {
                if (element.name().equals("address")) {
                    addresses.add(address(element, script));
                } else {
                    script.addUnknown("addresses/" + element.name(), element.line());
                }
            }
        }
        for (XmlElement container : core.children("queues").toList()) {
            for (XmlElement element : container.children()) {
                if (element.name().equals("queue")) {
                    // Artemis makes these queues of its first versions multicast queues.
                    BrokerQueue queue = BrokerQueue.read(element, script);
                    String address = element.childText("address");
                    addresses.add(new BrokerAddress(
                            address == null ? queue.name() : address,
                            element.line(),
                            false,
                            true,
                            List.of(),
                            List.of(queue)));
                } else {
                    script.addUnknown("queues/" + element.name(), element.line());
                }
            }
        }
        return addresses;
    }

    private void add(BrokerAddress address) {
        byName.merge(address.name(), address, BrokerAddress::merge);
    }

    private static BrokerAddress address(XmlElement element, MigrationScript script) {
        String name = element.requiredAttribute("name").strip();
        String label = "address '" + name + "'";
        element.rawAttributes().keySet().stream()
                .filter(attribute -> !attribute.equals("name"))
                .forEach(attribute -> script.addUnknown(label + " " + attribute, element.line()));
        boolean anycast = element.children("anycast").findAny().isPresent();
        boolean multicast = element.children("multicast").findAny().isPresent();
        element.children().stream()
                .filter(child ->
                        !child.name().equals("anycast") && !child.name().equals("multicast"))
                .forEach(child -> script.addUnknown(label + " " + child.name(), child.line()));
        if (!anycast && !multicast) {
            script.addLost(
                    label,
                    element.line(),
                    "it has no routing type. Add anycast for a queue, or multicast for a topic.");
        }
        return new BrokerAddress(
                name,
                element.line(),
                anycast,
                multicast,
                queues(element, "anycast", label, script),
                queues(element, "multicast", label, script));
    }

    private static List<BrokerQueue> queues(XmlElement address, String type, String label, MigrationScript script) {
        List<XmlElement> children = address.children(type)
                .flatMap(element -> element.children().stream())
                .toList();
        children.stream()
                .filter(child -> !child.name().equals("queue"))
                .forEach(child -> script.addUnknown(label + " " + child.name(), child.line()));
        return children.stream()
                .filter(child -> child.name().equals("queue"))
                .map(child -> BrokerQueue.read(child, script))
                .toList();
    }

    Collection<BrokerAddress> all() {
        return byName.values();
    }

    @Nullable
    BrokerAddress find(String name) {
        return byName.get(name);
    }

    /** Returns whether an address is only a topic, so that it cannot be the target of dead letters. */
    boolean isOnlyTopic(String name) {
        BrokerAddress address = byName.get(name);
        return address != null && address.multicast() && !address.anycast();
    }
}
