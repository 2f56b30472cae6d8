package dev.restante.node.feature.policies;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.PolicyAdministration;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.SegmentPattern;
import dev.restante.model.policy.OptionPolicy;
import dev.restante.model.policy.PolicySet;
import dev.restante.node.admin.option.EntityOptionChanger;
import dev.restante.node.commit.NodeServices;
import dev.restante.option.PolicyKind;
import dev.restante.option.QueueOption;
import dev.restante.store.PolicyRepository.PolicyChange;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

/** Administration of policies on one node: checks a change, writes it, and applies it on this node. Thread-safe. */
public final class NodePolicyAdministration implements PolicyAdministration {

    private static final Set<QueueOption<?>> WITHOUT_EFFECT_ON_DEAD_LETTER_QUEUES = Set.of(
            QueueOption.MAX_DELIVERY_COUNT,
            QueueOption.DEAD_LETTER_ON_EXPIRY,
            QueueOption.DEAD_LETTER_TO,
            QueueOption.EXPIRED_TO,
            QueueOption.FORWARD_TO,
            QueueOption.FORWARD_TO_TOPIC,
            QueueOption.AUTO_DELETE_ON_IDLE,
            QueueOption.DUPLICATE_DETECTION_WINDOW,
            QueueOption.DUPLICATE_ID_SOURCE,
            QueueOption.GROUPS_REQUIRED,
            QueueOption.LAST_VALUE_KEY);

    private final NodeServices node;
    private final EntityOptionChanger optionChanger;

    public NodePolicyAdministration(NodeServices node, EntityOptionChanger optionChanger) {
        this.node = node;
        this.optionChanger = optionChanger;
    }

    @Override
    public List<OptionPolicy> policies() {
        return node.lifecycle().callStore(() -> node.store().policies().read().policies());
    }

    @Override
    public int set(OptionPolicy policy) {
        check(policy);
        return change(policies -> policies.with(policy)).size();
    }

    @Override
    public boolean remove(PolicyKind kind, String pattern) {
        AtomicBoolean found = new AtomicBoolean();
        change(policies -> {
            found.set(policies.policies().stream().anyMatch(policy -> policy.isNamed(kind, pattern)));
            return policies.without(kind, pattern);
        });
        return found.get();
    }

    /** Rejects an invalid pattern, a policy without options, and options that entities of its kind do not have. */
    private static void check(OptionPolicy policy) {
        String violation = SegmentPattern.violation(policy.pattern());
        if (violation != null) {
            throw refused(policy, violation);
        }
        List<QueueOption<?>> set = QueueOption.all().stream()
                .filter(option -> policy.options().isOwn(option))
                .toList();
        if (set.isEmpty()) {
            throw refused(policy, "sets no option. Set at least one.");
        }
        for (QueueOption<?> option : set) {
            if (!applies(option, policy.kind())) {
                throw refused(
                        policy, "cannot set " + option.name() + " because " + name(policy.kind()) + " do not have it.");
            }
        }
    }

    private static boolean applies(QueueOption<?> option, PolicyKind kind) {
        return switch (kind) {
            case QUEUES -> true;
            case TOPICS -> QueueOption.topicOptions().contains(option);
            case SUBSCRIPTIONS ->
                option != QueueOption.DUPLICATE_DETECTION_WINDOW && option != QueueOption.DUPLICATE_ID_SOURCE;
            case DEAD_LETTER_QUEUES -> !WITHOUT_EFFECT_ON_DEAD_LETTER_QUEUES.contains(option);
        };
    }

    private static String name(PolicyKind kind) {
        return switch (kind) {
            case QUEUES -> "queues";
            case TOPICS -> "topics";
            case SUBSCRIPTIONS -> "subscriptions";
            case DEAD_LETTER_QUEUES -> "dead-letter queues";
        };
    }

    private static BrokerException refused(OptionPolicy policy, String reason) {
        return new BrokerException(
                BrokerErrorReason.INVALID_ARGUMENT,
                "The policy " + DisplayText.quote(policy.pattern()) + " for " + name(policy.kind()) + " " + reason);
    }

    private List<Entity> change(UnaryOperator<PolicySet> change) {
        return node.lifecycle().callStore(() -> {
            PolicyChange result = node.store()
                    .policies()
                    .change(change, wanted -> optionChanger.beforePolicies(wanted.changed(), wanted.entities()));
            optionChanger.afterPolicies(result.changed());
            return result.changed();
        });
    }
}
