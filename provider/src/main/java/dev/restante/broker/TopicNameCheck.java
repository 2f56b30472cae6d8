package dev.restante.broker;

import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.TopicPattern;
import java.util.Optional;

/** Check that tells the names of topics from patterns of topics (WILD-01), and rejects invalid ones. */
public final class TopicNameCheck {

    private TopicNameCheck() {}

    /**
     * Checks the name of a topic to create.
     *
     * @throws BrokerException with ENTITY_INVALID for an invalid name or a pattern
     */
    public static void check(String name) {
        EntityNameCheck.check(name);
        if (TopicPattern.isPattern(name)) {
            throw new BrokerException(
                    BrokerErrorReason.ENTITY_INVALID,
                    "'" + DisplayText.shorten(name)
                            + "' is a pattern of topics, which only subscriptions can have. Choose a name without the"
                            + " segments '*', '**', '#', '>' and '+'.");
        }
    }

    /**
     * Returns the stand-in for the topics of a subscription if a name is a pattern; empty for the name of a topic.
     *
     * @throws BrokerException with ENTITY_INVALID for an invalid pattern
     */
    public static Optional<Entity> pattern(String name) {
        if (!TopicPattern.isPattern(name)) {
            return Optional.empty();
        }
        EntityNameCheck.check(name);
        String pattern = TopicPattern.normalised(name);
        String violation = TopicPattern.violation(pattern);
        if (violation != null) {
            throw new BrokerException(
                    BrokerErrorReason.ENTITY_INVALID,
                    "The pattern of topics '" + DisplayText.shorten(name) + "' " + violation);
        }
        return Optional.of(TopicPattern.standIn(pattern));
    }
}
