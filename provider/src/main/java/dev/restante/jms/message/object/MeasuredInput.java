package dev.restante.jms.message.object;

import java.io.InvalidObjectException;

/** A stream of one serialised object that is told what its collections cost before they are built. */
interface MeasuredInput {

    /** What hashing its elements may cost. */
    HashingCost cost();

    /** Counts the slots of a table that claims to have so many elements, as if it were allocated at once. */
    void claimTable(int size) throws InvalidObjectException;

    /** Counts slots of an array or a table that is not read by the JDK itself. */
    void claimSlots(int slots) throws InvalidObjectException;
}
