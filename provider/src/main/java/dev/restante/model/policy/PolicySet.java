package dev.restante.model.policy;

import dev.restante.model.DestinationName;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.InheritedOptions;
import dev.restante.model.InheritedOptions.InheritedValue;
import dev.restante.model.SegmentPattern;
import dev.restante.model.TemporaryDestinationName;
import dev.restante.option.PolicyKind;
import dev.restante.option.QueueOption;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All policies of a store, which decide the values that entities inherit (POL-01, POL-02). Immutable. */
public final class PolicySet {

    /** The most policies of a store. */
    public static final int MAX_POLICIES = 1_000;

    /** Policy with its parsed pattern. */
    private record ParsedPolicy(OptionPolicy policy, SegmentPattern pattern) {

        static ParsedPolicy of(OptionPolicy policy) {
            return new ParsedPolicy(policy, new SegmentPattern(policy.pattern()));
        }

        boolean setsAny(List<QueueOption<?>> options) {
            return options.stream().anyMatch(policy.options()::isOwn);
        }
    }

    private static final Comparator<ParsedPolicy> STRONGEST_FIRST = Comparator.comparing(
                    ParsedPolicy::pattern, SegmentPattern.MOST_SPECIFIC_FIRST)
            .thenComparing(Comparator.comparingInt(
                            (ParsedPolicy parsed) -> parsed.policy().precedence())
                    .reversed());

    /** Options that come from one policy together, because the values of different policies need not fit. */
    private static final List<List<QueueOption<?>>> FAMILIES = List.of(
            List.of(
                    QueueOption.BACK_OFF_INITIAL,
                    QueueOption.BACK_OFF_MULTIPLIER,
                    QueueOption.BACK_OFF_MAXIMUM,
                    QueueOption.BACK_OFF_JITTER),
            List.of(QueueOption.DEAD_LETTER_ON_EXPIRY, QueueOption.EXPIRED_TO),
            List.of(QueueOption.FORWARD_TO, QueueOption.FORWARD_TO_TOPIC),
            List.of(QueueOption.DUPLICATE_DETECTION_WINDOW, QueueOption.DUPLICATE_ID_SOURCE),
            List.of(QueueOption.GROUPS_REQUIRED, QueueOption.GROUP_EXPIRY, QueueOption.GROUP_ASSIGNMENT));

    private static final List<List<QueueOption<?>>> ALL_FAMILIES =
            QueueOption.all().stream().map(PolicySet::family).distinct().toList();

    private static final Set<QueueOption<?>> QUEUE_TARGETS =
            Set.of(QueueOption.DEAD_LETTER_TO, QueueOption.EXPIRED_TO, QueueOption.FORWARD_TO);

    /** Options that entities cannot have which end with their connection or consumers. */
    private static final Set<QueueOption<?>> PERMANENT_ONLY =
            Set.of(QueueOption.DELETION_PROTECTED, QueueOption.AUTO_DELETE_ON_IDLE);

    public static final PolicySet EMPTY = new PolicySet(List.of());

    private final List<ParsedPolicy> strongestFirst;

    /**
     * Creates a set of policies that were checked before.
     *
     * @throws IllegalArgumentException if a pattern is invalid
     */
    public PolicySet(Collection<OptionPolicy> policies) {
        strongestFirst = policies.stream()
                .map(ParsedPolicy::of)
                .sorted(STRONGEST_FIRST.thenComparing(parsed -> parsed.policy().kind()))
                .toList();
    }

    /** Returns the policies, with the most specific patterns first. */
    public List<OptionPolicy> policies() {
        return strongestFirst.stream().map(ParsedPolicy::policy).toList();
    }

    /**
     * Returns a copy with a policy, which replaces the policy with the same kind and pattern.
     *
     * @throws IllegalArgumentException if the pattern is invalid
     * @throws PolicyConflictException if there would be too many policies, or another policy is as specific, matches
     *     some of the same names, sets some of the same options, and has the same precedence
     */
    public PolicySet with(OptionPolicy policy) {
        ParsedPolicy added = ParsedPolicy.of(policy);
        List<ParsedPolicy> others = without(policy.kind(), policy.pattern()).strongestFirst;
        if (others.size() >= MAX_POLICIES) {
            throw new PolicyConflictException(
                    "The store has " + MAX_POLICIES + " policies, and cannot have more. Remove policies first.");
        }
        others.stream()
                .filter(other -> other.policy().kind() == policy.kind()
                        && STRONGEST_FIRST.compare(other, added) == 0
                        && other.pattern().overlaps(added.pattern()))
                .forEach(other -> checkDifferentOptions(added, other));
        return new PolicySet(Stream.concat(others.stream(), Stream.of(added))
                .map(ParsedPolicy::policy)
                .toList());
    }

    private static void checkDifferentOptions(ParsedPolicy added, ParsedPolicy other) {
        for (List<QueueOption<?>> family : ALL_FAMILIES) {
            if (added.setsAny(family) && other.setsAny(family)) {
                throw new PolicyConflictException(
                        "The policies " + DisplayText.quote(added.pattern().text()) + " and "
                                + DisplayText.quote(other.pattern().text()) + " both set "
                                + family.get(0).prefix()
                                + ", match some of the same names and are equally specific."
                                + " Give one of them a higher precedence.");
            }
        }
    }

    /** Returns a copy without the policy of a kind with a pattern. */
    public PolicySet without(PolicyKind kind, String pattern) {
        return new PolicySet(policies().stream()
                .filter(policy -> !policy.isNamed(kind, pattern))
                .toList());
    }

    /**
     * Returns the entity with the values that it inherits from these policies.
     *
     * @param fullName the name of the entity; for a subscription with the name of its topic
     * @throws PolicyConflictException if its own values and the policies contradict each other
     */
    public Entity apply(Entity entity, String fullName) {
        InheritedOptions inherited = inherited(entity, fullName);
        try {
            return entity.with(entity.options().withInherited(inherited));
        } catch (IllegalArgumentException e) {
            throw new PolicyConflictException(
                    DisplayText.quote(fullName) + " cannot have the options of its policies: " + e.getMessage(), e);
        }
    }

    /** Returns the values that an entity inherits, which depend only on its kind and full name. */
    public InheritedOptions inherited(Entity entity, String fullName) {
        PolicyKind kind = kindOf(entity);
        if (kind == null || strongestFirst.isEmpty()) {
            return InheritedOptions.NONE;
        }
        List<List<String>> names = comparedNames(entity, fullName);
        List<ParsedPolicy> matching = strongestFirst.stream()
                .filter(parsed ->
                        parsed.policy().kind() == kind && names.stream().anyMatch(parsed.pattern()::matches))
                .toList();
        if (matching.isEmpty()) {
            return InheritedOptions.NONE;
        }
        Map<QueueOption<?>, InheritedValue> values = new HashMap<>();
        for (List<QueueOption<?>> family : ALL_FAMILIES) {
            matching.stream()
                    .filter(parsed -> parsed.setsAny(family))
                    .findFirst()
                    .ifPresent(parsed -> values.putAll(values(parsed.policy(), family, entity)));
        }
        return new InheritedOptions(values);
    }

    private static Map<QueueOption<?>, InheritedValue> values(
            OptionPolicy policy, List<QueueOption<?>> options, Entity entity) {
        Map<QueueOption<?>, InheritedValue> values = new HashMap<>();
        for (QueueOption<?> option : options) {
            if (policy.options().isOwn(option)
                    && (entity.permanent() || !PERMANENT_ONLY.contains(option))
                    && !leadsToItself(option, policy, entity)) {
                values.put(option, new InheritedValue(policy.options().ownValue(option), policy.pattern()));
            }
        }
        return values;
    }

    /** Returns whether an option of a policy names the entity itself as a target, which then does not get it. */
    private static boolean leadsToItself(QueueOption<?> option, OptionPolicy policy, Entity entity) {
        return entity.name().equals(policy.options().ownValue(option))
                && (QUEUE_TARGETS.contains(option)
                        ? entity.kind() == EntityKind.QUEUE || entity.isDeadLetterQueue()
                        : option == QueueOption.FORWARD_TO_TOPIC && entity.kind() == EntityKind.TOPIC);
    }

    /** Returns the segments of each name of an entity with which patterns are compared. */
    private static List<List<String>> comparedNames(Entity entity, String fullName) {
        List<String> segments = SegmentPattern.split(fullName);
        if (!entity.isDeadLetterQueue() || !fullName.endsWith(DestinationName.DEAD_LETTER_SUFFIX)) {
            return List.of(segments);
        }
        String source = fullName.substring(0, fullName.length() - DestinationName.DEAD_LETTER_SUFFIX.length());
        return List.of(segments, SegmentPattern.split(source));
    }

    /** Returns the kind of the policies for an entity; null for temporary destinations. */
    private static @Nullable PolicyKind kindOf(Entity entity) {
        if (TemporaryDestinationName.of(entity.name()).isPresent()) {
            return null;
        }
        return switch (entity.kind()) {
            case QUEUE -> PolicyKind.QUEUES;
            case TOPIC -> PolicyKind.TOPICS;
            case DEAD_LETTER_QUEUE -> PolicyKind.DEAD_LETTER_QUEUES;
            case SUBSCRIPTION -> PolicyKind.SUBSCRIPTIONS;
        };
    }

    private static List<QueueOption<?>> family(QueueOption<?> option) {
        return FAMILIES.stream()
                .filter(family -> family.contains(option))
                .findFirst()
                .orElseGet(() -> List.of(option));
    }
}
