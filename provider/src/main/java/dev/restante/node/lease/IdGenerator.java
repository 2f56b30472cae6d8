package dev.restante.node.lease;

import dev.restante.model.IdLayout;
import dev.restante.model.TimeSource;

/**
 * Makes the node's ids, laid out as in {@link IdLayout}. They increase within a node and across its restarts, because
 * the generator starts above the highest id that any node has stored; so a clock that is set back does no harm.
 * Thread-safe.
 */
public final class IdGenerator {

    private final TimeSource time;
    private int nodeNumber;
    private long lastMillis;
    private long counter;

    /**
     * A generator for one incarnation.
     *
     * @param nodeNumber 0 to {@value IdLayout#MAX_NODE_NUMBER}, of no other live node
     * @param above every id will be higher than this one
     */
    public IdGenerator(TimeSource time, int nodeNumber, long above) {
        this.time = time;
        begin(nodeNumber, above);
    }

    private void begin(int number, long above) {
        if (number < 0 || number > IdLayout.MAX_NODE_NUMBER) {
            throw new IllegalArgumentException(
                    "node number " + number + " is not within 0 to " + IdLayout.MAX_NODE_NUMBER);
        }
        nodeNumber = number;
        lastMillis = IdLayout.epochMillis(above);
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

    /** The next id. */
    public synchronized long next() {
        long nowMillis = time.millis();
        if (nowMillis > lastMillis) {
            lastMillis = nowMillis;
            counter = 0;
        } else if (counter == IdLayout.MAX_COUNTER) {
            // More than 4,096 ids in a millisecond, or a clock set back: borrow from the next millisecond.
            lastMillis++;
            counter = 0;
        } else {
            counter++;
        }
        return last();
    }

    /** The highest id made so far. */
    public synchronized long highest() {
        return last();
    }

    private long last() {
        return IdLayout.id(lastMillis, nodeNumber, counter);
    }
}
