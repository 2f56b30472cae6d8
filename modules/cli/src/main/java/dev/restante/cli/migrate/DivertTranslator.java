package dev.restante.cli.migrate;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Translator of diverts. A divert of a topic becomes a subscription that forwards. An exclusive divert without filter
 * of a queue becomes an option of the queue. Other diverts have no equivalent.
 */
final class DivertTranslator {

    private final BrokerAddresses addresses;
    private final EntityTranslator entities;
    private final RouteGraph routes;
    private final MigrationScript script;
    private final Set<String> forwardingQueues = new HashSet<>();

    DivertTranslator(BrokerAddresses addresses, EntityTranslator entities, RouteGraph routes, MigrationScript script) {
        this.addresses = addresses;
        this.entities = entities;
        this.routes = routes;
        this.script = script;
    }

    /** Place to which a divert forwards. */
    private record Target(boolean topic, String name) {
        String node() {
            return topic ? RouteGraph.topic(name) : RouteGraph.queue(name);
        }

        List<String> option() {
            return List.of(topic ? "--forward-to-topic" : "--forward-to", name);
        }
    }

    /** Returns the diverts that take all messages of an address, by address. */
    Map<String, BrokerDivert> takers(List<BrokerDivert> diverts) {
        Map<String, BrokerDivert> takers = new LinkedHashMap<>();
        diverts.stream()
                .filter(divert -> divert.takesAll() && violation(divert) == null)
                .forEach(divert -> takers.putIfAbsent(divert.address(), divert));
        return takers;
    }

    /** Returns the queues to which translatable diverts forward and that the file does not declare. */
    Set<String> targetQueues(List<BrokerDivert> diverts) {
        Set<String> queues = new LinkedHashSet<>();
        for (BrokerDivert divert : diverts) {
            boolean copies = isTopic(divert.address()) && !divert.exclusive();
            if (violation(divert) == null && (copies || divert.takesAll())) {
                divert.targets().stream()
                        .filter(target -> addresses.find(target) == null)
                        .forEach(queues::add);
            }
        }
        return queues;
    }

    private boolean isTopic(String address) {
        BrokerAddress declared = addresses.find(address);
        return declared != null && declared.multicast();
    }

    /** Returns the reason why a divert has no equivalent whatever its address is, or null. */
    private @Nullable String violation(BrokerDivert divert) {
        if (divert.transforms()) {
            return "Restante has no transformers. Change properties by a rule of a subscription (restante subscription"
                    + " rule add --set), or let a program receive, change and send the messages.";
        }
        BrokerAddress address = addresses.find(divert.address());
        if (address == null) {
            return "the address '" + divert.address() + "' is not in <addresses>, so it is unknown whether it is a"
                    + " queue or a topic. Add it there with anycast or multicast, and translate the file again.";
        }
        if (divert.targets().contains(divert.address())) {
            return "Restante cannot forward an address to itself. Remove this target.";
        }
        Stream<String> names = Stream.concat(Stream.of(divert.address(), divert.name()), divert.targets().stream());
        String violation = names.map(EntityNames::violation)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        if (violation != null) {
            return violation;
        }
        return divert.filter() == null ? null : EntityNames.selectorViolation(divert.filter());
    }

    void translate(BrokerDivert divert, Map<String, BrokerDivert> takers) {
        String violation = violation(divert);
        BrokerDivert taker = takers.get(divert.address());
        if (violation != null) {
            script.addLost(divert.label(), divert.line(), violation);
            return;
        }
        if (taker != null && !divert.exclusive()) {
            script.addNotNeeded(divert.label(), "the " + taker.label() + " takes all messages of the address");
            return;
        }
        boolean fromTopic = entities.hasTopic(divert.address());
        boolean fromQueue = entities.hasQueue(divert.address());
        if (fromTopic) {
            translateFromTopic(divert);
        }
        if (fromQueue) {
            translateFromQueue(divert);
        }
        if (!fromTopic && !fromQueue) {
            script.addLost(divert.label(), divert.line(), "its address has no equivalent. Change the address first.");
        }
    }

    private void translateFromTopic(BrokerDivert divert) {
        if (divert.exclusive() && divert.filter() != null) {
            script.addLost(
                    divert.label(),
                    divert.line(),
                    "a subscription of Restante takes no messages away from others. Create one that forwards with the"
                            + " filter as --selector, and give all other subscriptions a selector for the remaining"
                            + " messages.");
            return;
        }
        List<Target> targets = targets(divert, true);
        for (Target target : targets) {
            String name = divert.name() + (targets.size() == 1 ? "" : "-" + target.name());
            if (!routes.add(RouteGraph.topic(divert.address()), target.node())) {
                listCircle(divert, target);
                continue;
            }
            if (!entities.reserve(new SubscriptionIdentity(null, name))) {
                script.addLost(divert.label(), divert.line(), EntityTranslator.NAME_IN_USE);
                continue;
            }
            List<String> words = new ArrayList<>(List.of(name, "--shared"));
            if (divert.filter() != null) {
                words.addAll(List.of("--selector", divert.filter()));
            }
            words.addAll(target.option());
            List<String> comments = divert.exclusive()
                    ? List.of("Close all consumers of the topic '" + divert.address() + "'. In Artemis they get no"
                            + " messages, because the divert is exclusive")
                    : List.of();
            entities.planSubscription(comments, divert.address(), words);
        }
    }

    private void translateFromQueue(BrokerDivert divert) {
        List<Target> targets = targets(divert, false);
        if (targets.isEmpty()) {
            return;
        }
        if (!divert.takesAll()) {
            script.addLost(
                    divert.label(),
                    divert.line(),
                    "a queue of Restante forwards all its messages, and keeps no copies. Make '" + divert.address()
                            + "' a topic (multicast), and let one of its subscriptions forward.");
        } else if (targets.size() > 1 || !forwardingQueues.add(divert.address())) {
            script.addLost(
                    divert.label(),
                    divert.line(),
                    "a queue of Restante forwards to one target. Let it forward to a topic, and let a subscription"
                            + " forward to each target.");
        } else if (routes.add(RouteGraph.queue(divert.address()), targets.get(0).node())) {
            entities.planForward(divert.address(), targets.get(0).option());
        } else {
            listCircle(divert, targets.get(0));
        }
    }

    private void listCircle(BrokerDivert divert, Target target) {
        script.addLost(
                divert.label(),
                divert.line(),
                "messages would come back from '" + target.name() + "' to '" + divert.address()
                        + "', by forwarding or as dead letters. Choose another target.");
    }

    /** Returns the queues and topics to which a divert forwards. Artemis routes nothing to another routing type. */
    private List<Target> targets(BrokerDivert divert, boolean fromTopic) {
        List<Target> targets = new ArrayList<>();
        for (String name : divert.targets()) {
            if (addresses.find(name) == null) {
                targets.add(new Target(false, name));
                continue;
            }
            boolean toQueue = entities.hasQueue(name) && accepts(divert, fromTopic, false);
            boolean toTopic = entities.hasTopic(name) && accepts(divert, fromTopic, true);
            if (toQueue) {
                targets.add(new Target(false, name));
            }
            if (toTopic) {
                targets.add(new Target(true, name));
            }
            if (!toQueue && !toTopic) {
                script.addNotNeeded(
                        divert.label() + " to '" + name + "'", "Artemis routes nothing to the other routing type");
            }
        }
        return targets;
    }

    private static boolean accepts(BrokerDivert divert, boolean fromTopic, boolean toTopic) {
        return switch (divert.routingType()) {
            case "ANYCAST" -> !toTopic;
            case "MULTICAST" -> toTopic;
            case "PASS" -> fromTopic == toTopic;
            default -> true;
        };
    }
}
