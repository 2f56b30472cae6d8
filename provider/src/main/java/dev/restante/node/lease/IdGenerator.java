package dev.restante.node.lease;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.model.IdLayout;
import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * Makes the node's ids, laid out as in {@link IdLayout}. They increase within a node and across its restarts, because
 * the generator starts above the highest id that any node has stored; so a clock that is set back does no harm. Where
 * the layout has no further id, the generator makes none, and says why (SND-12). Thread-safe.
 */
public final class IdGenerator {

    private static final Instant FIRST = Instant.ofEpochMilli(IdLayout.FIRST_MILLIS);
    private static final Instant LAST = Instant.ofEpochMilli(IdLayout.LAST_MILLIS);

    private final LongSupplier storeMillis;
    private int nodeNumber;
    private long lastMillis;
    private long counter;

    /**
     * A generator for one incarnation.
     *
     * @param storeMillis reads the store's clock, in epoch milliseconds
     * @param nodeNumber 0 to {@value IdLayout#MAX_NODE_NUMBER}, of no other live node
     * @param above every id will be higher than this one
     */
    public IdGenerator(LongSupplier storeMillis, int nodeNumber, long above) {
        this.storeMillis = storeMillis;
        begin(nodeNumber, above);
    }

    private void begin(int number, long above) {
        if (number < 0 || number > IdLayout.MAX_NODE_NUMBER) {
            throw new IllegalArgumentException(
                    "node number " + number + " is not within 0 to " + IdLayout.MAX_NODE_NUMBER);
        }
        nodeNumber = number;
        lastMillis = Math.min(Math.max(IdLayout.epochMillis(above), IdLayout.FIRST_MILLIS), IdLayout.LAST_MILLIS);
        counter = IdLayout.MAX_COUNTER;
    }

    /**
     * The node has joined anew, and may have another number.
     *
     * @param number 0 to {@value IdLayout#MAX_NODE_NUMBER}, of no other live node
     * @param above every id from now on will be higher than this one, and than all that were made before
     * @return the highest id made before, or {@code above} if that is higher
     */
    public synchronized long rejoined(int number, long above) {
        long floor = Math.max(last(), above);
        begin(number, floor);
        return floor;
    }

    /**
     * Makes the next id.
     *
     * @throws BrokerException with STORE_FAILED if the clock shows a time that has no ids, or all ids are used up; the
     *     next call succeeds once the clock is right
     */
    public synchronized long next() {
        long nowMillis = storeMillis.getAsLong();
        if (nowMillis < IdLayout.FIRST_MILLIS || nowMillis > IdLayout.LAST_MILLIS) {
            throw refused("The store's clock shows " + Instant.ofEpochMilli(nowMillis) + ", and there are ids from "
                    + FIRST + " to " + LAST + " only. Set the clock of the database server right, or of this"
                    + " machine where the store is embedded.");
        }
        if (nowMillis > lastMillis) {
            lastMillis = nowMillis;
            counter = 0;
        } else if (counter == IdLayout.MAX_COUNTER) {
            if (lastMillis == IdLayout.LAST_MILLIS) {
                throw refused("The store has used up its ids, which end at " + LAST + ", perhaps because a clock"
                        + " was wrong. Export the messages, and import them into a new store.");
            }
            // More than 4,096 ids in a millisecond, or a clock set back: borrow from the next millisecond.
            lastMillis++;
            counter = 0;
        } else {
            counter++;
        }
        return last();
    }

    private static BrokerException refused(String why) {
        return new BrokerException(Reason.STORE_FAILED, "No id can be made for a new message or request. " + why);
    }

    /** The highest id made so far. */
    public synchronized long highest() {
        return last();
    }

    private long last() {
        return IdLayout.id(lastMillis, nodeNumber, counter);
    }
}
