package dev.restante.jms.core;

import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.TransactionBranch;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.jms.error.ProblemNotifier;
import dev.restante.jms.observe.Operations;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * The parts of a connection that its sessions share.
 *
 * @param broker does what is asked for
 * @param options of the connection
 * @param identity who the connection is
 * @param calls bounds the calls of the application and translates their failures
 * @param translation tells of failures
 * @param problems hears what nobody can be told otherwise
 * @param inFlightSends bounds what is being sent
 * @param renewals renews locks where the connection does so
 * @param entities queues, topics and subscriptions
 * @param consumerEnds consumers that are closed before what they have received is settled
 * @param use keeps the broker open
 * @param operations what observers hear of
 */
public record ConnectionServices(
        Broker broker,
        ConnectionOptions options,
        ConnectionIdentity identity,
        BoundedCalls calls,
        ExceptionTranslation translation,
        ProblemNotifier problems,
        InFlightSends inFlightSends,
        LockRenewals renewals,
        EntityAccess entities,
        ConsumerEnds consumerEnds,
        BrokerUse use,
        Operations operations) {

    /**
     * Those of a connection that opens.
     *
     * @param clientIds where its client id is taken from
     * @param onClosed runs once, when nobody works with the broker any more through the connection
     * @param unsettled whether some session has unsettled messages of the entity with an id
     */
    public static ConnectionServices of(
            Broker broker,
            ConnectionOptions options,
            ClientIdRegistry clientIds,
            Runnable onClosed,
            LongPredicate unsettled) {
        ExceptionTranslation translation = new ExceptionTranslation(options.exceptions());
        BoundedCalls calls = new BoundedCalls(broker, translation);
        ConnectionIdentity identity = new ConnectionIdentity(clientIds);
        Operations operations = new Operations(options.observers(), broker);
        return new ConnectionServices(
                broker,
                options,
                identity,
                calls,
                translation,
                new ProblemNotifier(broker, translation),
                new InFlightSends(options.maxInFlightSends()),
                new LockRenewals(operations.settlement(), broker.time(), options.autoRenewLocks()),
                new EntityAccess(broker, options, calls, identity),
                new ConsumerEnds(unsettled),
                new BrokerUse(onClosed),
                operations);
    }

    /** A branch of a transaction is over. */
    public void branchOver(TransactionBranch branch) {
        if (use.release(branch)) {
            // What it had received is settled.
            consumerEnds.sweep();
        }
    }

    /** Gives back, uncounted, what nobody has seen; a failure becomes a problem of the connection. */
    public void giveBack(List<HeldDelivery> unseen) {
        if (unseen.isEmpty()) {
            return;
        }
        try {
            broker.settlement().giveBack(unseen);
        } catch (BrokerException failure) {
            problems.tellOrLog(failure);
        }
    }
}
