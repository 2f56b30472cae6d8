package dev.restante.jms.message.object;

import java.io.InvalidObjectException;

/**
 * Interface with which collections report their hashing costs and table sizes to the object input stream that limits
 * them for a message.
 */
interface BudgetedObjectInput {

    HashingBudget budget();

    /**
     * Counts the slots of a table for a claimed number of elements, as if the whole table were allocated immediately.
     */
    void reserveTable(int size) throws InvalidObjectException;

    /** Counts slots of an array or a table that the JDK does not read itself. */
    void reserveSlots(int slots) throws InvalidObjectException;
}
