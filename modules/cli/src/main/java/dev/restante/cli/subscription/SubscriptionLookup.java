package dev.restante.cli.subscription;

import dev.restante.admin.SubscriptionDescription;
import dev.restante.admin.SubscriptionRulesAdmin;
import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import java.util.Optional;

/** Lookup of subscriptions by their full names. */
final class SubscriptionLookup {

    private SubscriptionLookup() {}

    /** Returns a subscription, or an empty result if it does not exist. */
    @SuppressWarnings("UnusedException") // the result is empty in that case
    static Optional<SubscriptionDescription> find(CommandStore store, String fullName) throws JMSException {
        try {
            return Optional.of(store.admin().topics().subscription(fullName));
        } catch (InvalidDestinationException gone) {
            return Optional.empty();
        }
    }

    /** Durable subscription, and its name within the client id. */
    record NamedDurableSubscription(SubscriptionDescription description, String name) {}

    /**
     * Returns a durable subscription by its full name.
     *
     * @throws CommandException if the subscription is not durable, because it then exists only while it has consumers
     */
    static NamedDurableSubscription durable(CommandStore store, String fullName) throws JMSException, CommandException {
        SubscriptionDescription found = store.admin().topics().subscription(fullName);
        String name = found.name();
        if (!found.durable() || name == null) {
            throw new CommandException(
                    ExitCode.REJECTED,
                    "the subscription '" + fullName + "' is not durable. Only durable subscriptions can be changed.");
        }
        return new NamedDurableSubscription(found, name);
    }

    static SubscriptionRulesAdmin rules(CommandStore store, String fullName) throws JMSException, CommandException {
        NamedDurableSubscription found = durable(store, fullName);
        return store.admin().topics().rules(found.description().clientId(), found.name());
    }

    /** Returns the full name of a durable subscription, with which the name of its dead-letter queue begins. */
    static String fullName(SubscriptionDescription durable) {
        String deadLetterQueue = String.valueOf(durable.deadLetterQueue());
        return deadLetterQueue.substring(0, deadLetterQueue.lastIndexOf('/'));
    }
}
