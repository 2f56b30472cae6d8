package dev.restante.cli.migrate;

import dev.restante.cli.migrate.OptionGroup.TargetNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Translator of addresses and their queues into queues, topics and subscriptions. */
final class EntityTranslator implements TargetNames {

    static final String NAME_IN_USE = "another subscription has its name already. Choose another name.";

    private static final String TARGETS = "Queues for dead letters and expired messages";
    private static final String QUEUES = "Queues";
    private static final String TOPICS = "Topics";
    private static final String SUBSCRIPTIONS = "Subscriptions, from multicast queues and diverts";
    private static final String FORWARDS = "Forwarding, from diverts";

    private final BrokerAddresses addresses;
    private final AddressSettings settings;
    private final MatchSyntax syntax;
    private final MigrationScript script;
    private final RouteGraph routes;
    private final Map<String, PlannedQueue> queues = new LinkedHashMap<>();
    private final Set<String> topics = new LinkedHashSet<>();
    private final Map<String, String> patternsByAddress = new LinkedHashMap<>();
    private final Set<SubscriptionIdentity> identities = new HashSet<>();
    private final List<PlannedCommand> subscriptions = new ArrayList<>();
    private final List<PlannedCommand> forwards = new ArrayList<>();

    EntityTranslator(
            BrokerAddresses addresses,
            AddressSettings settings,
            MatchSyntax syntax,
            RouteGraph routes,
            MigrationScript script) {
        this.addresses = addresses;
        this.settings = settings;
        this.syntax = syntax;
        this.routes = routes;
        this.script = script;
    }

    /** Queue to create, with comments and the options that it sets itself. */
    private record PlannedQueue(boolean target, List<String> comments, List<String> options) {}

    private record PlannedCommand(List<String> comments, List<String> words) {}

    @Override
    public boolean isQueue(String address) {
        return !addresses.isOnlyTopic(address) && EntityNames.violation(address) == null;
    }

    boolean hasQueue(String name) {
        return queues.containsKey(name);
    }

    boolean hasTopic(String name) {
        return topics.contains(name);
    }

    /** Decides on queues and topics. */
    void planDestinations() {
        settings.listOtherTargets(this, script);
        settings.targets(this).forEach(target -> {
            BrokerAddress declared = addresses.find(target);
            queues.put(
                    target,
                    new PlannedQueue(
                            true,
                            new ArrayList<>(
                                    declared == null
                                            ? List.of("'" + target + "' is not in <addresses>, where Artemis would"
                                                    + " drop its messages")
                                            : List.of()),
                            new ArrayList<>()));
        });
        addresses.all().forEach(address -> {
            if (syntax.isWild(address.name())) {
                planPattern(address);
            } else if (isPossible(address)) {
                plan(address);
            }
        });
    }

    /** Decides on an address with wildcards: its multicast queues become subscriptions by pattern. */
    private void planPattern(BrokerAddress address) {
        String pattern = syntax.topicPattern(address.name());
        if (pattern == null || address.anycast()) {
            script.addLost(
                    "address '" + address.name() + "'",
                    address.line(),
                    pattern == null
                            ? "wildcards of Restante stand for whole segments between '.' or '/'. Make one subscription"
                                    + " for each topic."
                            : "names of queues in Restante have no wildcards. Let a subscription with this pattern"
                                    + " forward to one queue.");
        }
        if (pattern != null && address.multicast()) {
            patternsByAddress.put(address.name(), pattern);
        }
    }

    /**
     * Decides on subscriptions of multicast queues.
     *
     * @param takers the diverts that take all messages of an address, by address
     */
    void planSubscriptions(Map<String, BrokerDivert> takers) {
        addresses.all().forEach(address -> {
            String name = address.name();
            String topic = topics.contains(name) ? name : patternsByAddress.get(name);
            if (topic != null) {
                planSubscriptions(address, topic, takers.get(name));
            }
        });
    }

    private boolean isPossible(BrokerAddress address) {
        String violation = EntityNames.violation(address.name());
        if (violation != null) {
            script.addLost("address '" + address.name() + "'", address.line(), violation);
        }
        return violation == null;
    }

    private void plan(BrokerAddress address) {
        if (address.multicast()) {
            topics.add(address.name());
        }
        if (address.anycast()) {
            planQueue(address);
        }
    }

    private void planQueue(BrokerAddress address) {
        PlannedQueue queue = queues.computeIfAbsent(
                address.name(), unused -> new PlannedQueue(false, new ArrayList<>(), new ArrayList<>()));
        List<BrokerQueue> declared = address.anycastQueues();
        if (declared.isEmpty()) {
            return;
        }
        BrokerQueue main = declared.stream()
                .filter(each -> each.name().equals(address.name()))
                .findFirst()
                .orElse(declared.get(0));
        declared.stream()
                .filter(each -> !each.equals(main))
                .forEach(each -> script.addLost(
                        each.label(),
                        each.line(),
                        "Artemis distributes the messages of the address '" + address.name()
                                + "' over several anycast queues. Let all consumers receive from the queue '"
                                + address.name() + "'."));
        if (!main.name().equals(address.name())) {
            queue.comments()
                    .add("Consumers of '" + address.name() + "::" + main.name() + "' receive from '" + address.name()
                            + "'");
        }
        if (main.filter() != null) {
            script.addLost(
                    main.label() + " filter",
                    main.line(),
                    "a queue of Restante has no filter. Let the consumers use it as their selector, or make a topic"
                            + " with a subscription that has this selector.");
        }
        queue.options().addAll(lastValueOptions(main, settings.of(address.name())));
    }

    private static List<String> lastValueOptions(BrokerQueue queue, MergedSettings merged) {
        String key = queue.lastValueKey(merged);
        String inherited = OptionGroup.lastValueKey(merged);
        return queue.setsLastValues() && !(key.isEmpty() && inherited.isEmpty())
                ? List.of("--last-value-key", key)
                : List.of();
    }

    /** Plans a queue to which a divert forwards, and which the file does not declare. */
    void planUndeclaredQueue(String name) {
        queues.computeIfAbsent(
                name,
                unused -> new PlannedQueue(
                        false,
                        new ArrayList<>(List.of("'" + name + "' is not in <addresses>. To make it a topic, add it"
                                + " there with multicast, and translate the file again")),
                        new ArrayList<>()));
    }

    /** Follows dead letters and expired messages. A way that closes a circle ends in a dead-letter queue of its own. */
    void planRoutes() {
        for (String topic : topics) {
            MergedSettings merged = settings.of(topic);
            OptionGroup.expiryTarget(merged, this)
                    .ifPresent(target -> routes.add(RouteGraph.topic(topic), RouteGraph.queue(target)));
            OptionGroup.deadLetterTarget(merged, this)
                    .ifPresent(target -> routes.add(RouteGraph.topic(topic), RouteGraph.queue(target)));
        }
        queues.forEach((name, queue) -> cut(
                name,
                queue,
                OptionGroup.expiryTarget(settings.of(name), this),
                "expired messages",
                List.of("--dead-letter-on-expiry", "--expired-to", "")));
        queues.forEach((name, queue) -> cut(
                name,
                queue,
                OptionGroup.deadLetterTarget(settings.of(name), this),
                "dead letters",
                List.of("--dead-letter-to", "")));
    }

    private void cut(String name, PlannedQueue queue, Optional<String> target, String messages, List<String> options) {
        if (target.isPresent()
                && !target.get().equals(name)
                && !routes.add(RouteGraph.queue(name), RouteGraph.queue(target.get()))) {
            queue.comments()
                    .add("Its " + messages + " stay in '" + name + "/$DeadLetterQueue', because '" + target.get()
                            + "' leads back to '" + name + "'");
            queue.options().addAll(options);
        }
    }

    private void planSubscriptions(BrokerAddress address, String topic, @Nullable BrokerDivert taker) {
        for (BrokerQueue queue : address.multicastQueues()) {
            String filter = queue.filter();
            SubscriptionIdentity identity = SubscriptionIdentity.of(queue.name());
            String violation = violation(identity, filter);
            if (taker != null) {
                script.addNotNeeded(queue.label(), "the " + taker.label() + " takes all messages of the address");
            } else if (violation != null) {
                script.addLost(queue.label(), queue.line(), violation);
            } else if (!reserve(identity)) {
                script.addLost(queue.label(), queue.line(), NAME_IN_USE);
            } else {
                List<String> words = new ArrayList<>(identity.arguments());
                if (filter != null) {
                    words.addAll(List.of("--selector", filter));
                }
                words.addAll(lastValueOptions(queue, settings.of(address.name())));
                planSubscription(List.of(consumers(address, queue, identity)), topic, words);
            }
        }
    }

    private static @Nullable String violation(SubscriptionIdentity identity, @Nullable String filter) {
        if (identity.name().startsWith("-")
                || (identity.clientId() != null && identity.clientId().startsWith("-"))) {
            return EntityNames.violation("-");
        }
        return filter == null ? null : EntityNames.selectorViolation(filter);
    }

    private static String consumers(BrokerAddress address, BrokerQueue queue, SubscriptionIdentity identity) {
        String replaced = "Instead of '" + address.name() + "::" + queue.name() + "', consumers use ";
        return identity.clientId() == null
                ? replaced + "createSharedDurableConsumer with the name '" + identity.name() + "'"
                : replaced + "createDurableConsumer with the client id '" + identity.clientId() + "' and the name '"
                        + identity.name() + "'. For createSharedDurableConsumer, add --shared";
    }

    /** Reserves a subscription, and returns false if another topic or queue has it. */
    boolean reserve(SubscriptionIdentity identity) {
        return identities.add(identity);
    }

    /** Plans a subscription with the words after the topic. */
    void planSubscription(List<String> comments, String topic, List<String> words) {
        List<String> command = new ArrayList<>(List.of("subscription", "create", topic));
        command.addAll(words);
        subscriptions.add(new PlannedCommand(comments, command));
    }

    void planForward(String queue, List<String> target) {
        List<String> command = new ArrayList<>(List.of("queue", "alter", queue));
        command.addAll(target);
        forwards.add(new PlannedCommand(
                List.of("Consumers of '" + queue + "' are rejected. In Artemis they get no messages"), command));
    }

    /** Adds the commands for queues and topics, with the targets of other commands first. */
    void addDestinations() {
        queues.forEach((name, queue) -> {
            if (queue.target()) {
                addQueue(TARGETS, name, queue);
            }
        });
        queues.forEach((name, queue) -> {
            if (!queue.target()) {
                addQueue(QUEUES, name, queue);
            }
        });
        topics.forEach(topic -> script.addCommand(TOPICS, List.of(), List.of("topic", "create", topic)));
    }

    private void addQueue(String section, String name, PlannedQueue queue) {
        List<String> words = new ArrayList<>(List.of("queue", "create", name));
        words.addAll(queue.options());
        script.addCommand(section, queue.comments(), words);
    }

    void addSubscriptionsAndForwards() {
        subscriptions.forEach(planned -> script.addCommand(SUBSCRIPTIONS, planned.comments(), planned.words()));
        forwards.forEach(planned -> script.addCommand(FORWARDS, planned.comments(), planned.words()));
    }
}
