package dev.restante.cli.subscription;

import dev.restante.admin.SubscriptionDescription;
import dev.restante.admin.SubscriptionRulesAdmin;
import dev.restante.cli.shell.CommandFailure;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import java.util.Optional;

/** Finds subscriptions. */
final class Subscriptions {

    private Subscriptions() {}

    /** The subscription with a full name, empty if it is gone. */
    @SuppressWarnings("UnusedException") // it says the same as the result
    static Optional<SubscriptionDescription> find(OpenStore store, String fullName) throws JMSException {
        try {
            return Optional.of(store.admin().topics().subscription(fullName));
        } catch (InvalidDestinationException gone) {
            return Optional.empty();
        }
    }

    /** The durable subscription with a full name, and its own name. */
    record Durable(SubscriptionDescription description, String name) {}

    /**
     * The durable subscription with a full name.
     *
     * @throws CommandFailure if it is not durable: it belongs to its consumers then
     */
    static Durable durable(OpenStore store, String fullName) throws JMSException, CommandFailure {
        SubscriptionDescription found = store.admin().topics().subscription(fullName);
        String name = found.name();
        if (!found.durable() || name == null) {
            throw new CommandFailure(
                    ExitCode.REFUSED,
                    "the subscription '" + fullName + "' is not durable: it comes and goes with its consumers");
        }
        return new Durable(found, name);
    }

    /** The rules of the durable subscription with a full name. */
    static SubscriptionRulesAdmin rules(OpenStore store, String fullName) throws JMSException, CommandFailure {
        Durable found = durable(store, fullName);
        return store.admin().topics().rules(found.description().clientId(), found.name());
    }

    /** The full name of a durable subscription, which that of its dead-letter queue begins with. */
    static String fullName(SubscriptionDescription durable) {
        String deadLetterQueue = String.valueOf(durable.deadLetterQueue());
        return deadLetterQueue.substring(0, deadLetterQueue.lastIndexOf('/'));
    }
}
