package dev.restante.jms;

import dev.restante.broker.Broker;
import dev.restante.broker.TransactionBranch;

/**
 * What the sessions of a connection share.
 *
 * @param broker does what is asked for
 * @param options of the connection
 * @param identity who the connection is
 * @param translation tells of failures
 * @param problems hears what nobody can be told otherwise
 * @param inFlightSends bounds what is being sent
 * @param renewals renews locks where the connection does so
 * @param entities queues, topics and subscriptions
 * @param consumerEnds consumers that are closed before what they have received is settled
 * @param use keeps the broker open
 */
record ConnectionServices(
        Broker broker,
        ConnectionOptions options,
        ConnectionIdentity identity,
        ExceptionTranslation translation,
        ProblemNotifier problems,
        InFlightSends inFlightSends,
        LockRenewals renewals,
        EntityAccess entities,
        ConsumerEnds consumerEnds,
        BrokerUse use) {

    /** A branch of a transaction is over. */
    void branchOver(TransactionBranch branch) {
        if (use.release(branch)) {
            // What it had received is settled.
            consumerEnds.sweep();
        }
    }
}
