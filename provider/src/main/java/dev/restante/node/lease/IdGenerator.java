package dev.restante.node.lease;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.model.IdLayout;
import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * Generator of the unique 64-bit ids that this node gives to messages and other rows, composed of time, node number and
 * counter (see {@link IdLayout}). The ids increase within a node and across restarts, because the generator starts
 * above the highest stored id of all nodes. A clock that is set back is therefore harmless. If the layout has no
 * further id, the generator throws an exception (SND-12). Thread-safe.
 */
public final class IdGenerator {

    private static final Instant FIRST = Instant.ofEpochMilli(IdLayout.FIRST_MILLIS);
    private static final Instant LAST = Instant.ofEpochMilli(IdLayout.LAST_MILLIS);

    private final LongSupplier storeMillis;
    private int nodeNumber;
    private long lastMillis;
    private long counter;

    /**
     * Creates a generator.
     *
     * @param storeMillis the store clock, in epoch milliseconds
     * @param nodeNumber 0 to {@value IdLayout#MAX_NODE_NUMBER}, unique among the live nodes
     * @param lowerBound the exclusive lower bound of all ids
     */
    public IdGenerator(LongSupplier storeMillis, int nodeNumber, long lowerBound) {
        this.storeMillis = storeMillis;
        begin(nodeNumber, lowerBound);
    }

    private void begin(int number, long lowerBound) {
        if (number < 0 || number > IdLayout.MAX_NODE_NUMBER) {
            throw new IllegalArgumentException(
                    "Node number " + number + " is not within 0 to " + IdLayout.MAX_NODE_NUMBER);
        }
        nodeNumber = number;
        lastMillis = Math.min(Math.max(IdLayout.epochMillis(lowerBound), IdLayout.FIRST_MILLIS), IdLayout.LAST_MILLIS);
        counter = IdLayout.MAX_COUNTER;
    }

    /**
     * Restarts the generator after the node rejoined, possibly with another number.
     *
     * @param lowerBound the exclusive lower bound of later ids, which also exceed all earlier ids
     * @return the highest earlier id, or {@code lowerBound} if that is higher
     */
    public synchronized long restart(int nodeNumber, long lowerBound) {
        long floor = Math.max(last(), lowerBound);
        begin(nodeNumber, floor);
        return floor;
    }

    /**
     * Returns a new id.
     *
     * @throws BrokerException with STORE_FAILED if the clock is outside the range of ids, or all ids are used up. After
     *     a correction of the clock the next call succeeds
     */
    public synchronized long next() {
        long nowMillis = storeMillis.getAsLong();
        if (nowMillis < IdLayout.FIRST_MILLIS || nowMillis > IdLayout.LAST_MILLIS) {
            throw refused("The store's clock shows " + Instant.ofEpochMilli(nowMillis) + ", but ids exist only from "
                    + FIRST + " to " + LAST
                    + ". Correct the clock of the database server, or of this machine for an embedded store.");
        }
        if (nowMillis > lastMillis) {
            lastMillis = nowMillis;
            counter = 0;
        } else if (counter == IdLayout.MAX_COUNTER) {
            if (lastMillis == IdLayout.LAST_MILLIS) {
                throw refused("The store has used up its ids, which end at " + LAST + ", perhaps because a clock"
                        + " was wrong. Export the messages, and import them into a new store.");
            }
            // More than 4,096 ids in a millisecond, or a clock was set back: use ids of the next millisecond.
            lastMillis++;
            counter = 0;
        } else {
            counter++;
        }
        return last();
    }

    private static BrokerException refused(String why) {
        return new BrokerException(
                BrokerErrorReason.STORE_FAILED, "No id is available for a new message or request. " + why);
    }

    public synchronized long highest() {
        return last();
    }

    private long last() {
        return IdLayout.id(lastMillis, nodeNumber, counter);
    }
}
