package dev.restante.proof;

import dev.restante.testing.WireCut.CutPlace;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Fault of calls to the database, as databases and networks cause it.
 *
 * @param name the name in test reports
 * @param kind what happens to the call
 * @param sqlState the SQLSTATE of the exception
 * @param errorCode the code of the database product in the exception
 * @param calls the number of successive calls that fail, of which all but the first lose their connection
 * @param cut the place at which the connection is cut, or null for another fault
 */
record CallFault(String name, FaultKind kind, String sqlState, int errorCode, int calls, @Nullable CutPlace cut) {

    /** Effects of a fault on a call. */
    enum FaultKind {
        /** The database rejects the call and rolls its transaction back. The connection can be used again. */
        REJECTION,
        /** The database rejects only the statement. Its transaction and the connection can be used again. */
        STATEMENT_REJECTION,
        /** The connection is lost before the database gets the call. */
        LOST_CALL,
        /** The database executes the call, but the connection is lost before its answer arrives. */
        LOST_ANSWER,
        /** The connection is cut inside the call, at a message of the request or of the answer. */
        CUT,
        /** The thread that executes the operation is interrupted, and the call is executed. */
        INTERRUPT,
        /** The database neither executes the call nor answers. */
        SILENCE_BEFORE,
        /** The database executes the call, but never answers. */
        SILENCE_AFTER
    }

    private static final String CONNECTION_FAILURE = "08006";

    private CallFault(String name, FaultKind kind, String sqlState, int errorCode, int calls) {
        this(name, kind, sqlState, errorCode, calls, null);
    }

    static final CallFault LOST_CALL = new CallFault("lost call", FaultKind.LOST_CALL, CONNECTION_FAILURE, 0, 1);
    static final CallFault LOST_ANSWER = new CallFault("lost answer", FaultKind.LOST_ANSWER, CONNECTION_FAILURE, 0, 1);

    /** Fault after which the question about the outcome fails, too. */
    static final CallFault LOST_ANSWER_AND_QUESTION =
            new CallFault("lost answer and question", FaultKind.LOST_ANSWER, CONNECTION_FAILURE, 0, 3);

    static final CallFault SILENCE_BEFORE =
            new CallFault("silence before the call", FaultKind.SILENCE_BEFORE, CONNECTION_FAILURE, 0, 1);
    static final CallFault SILENCE_AFTER =
            new CallFault("silence after the call", FaultKind.SILENCE_AFTER, CONNECTION_FAILURE, 0, 1);

    static final CallFault INTERRUPT = new CallFault("interrupt", FaultKind.INTERRUPT, "", 0, 1);

    static final List<CallFault> ON_EVERY_DATABASE =
            List.of(LOST_CALL, LOST_ANSWER, LOST_ANSWER_AND_QUESTION, INTERRUPT);

    static CallFault rejection(String sqlState, int errorCode) {
        return new CallFault(label(sqlState, errorCode), FaultKind.REJECTION, sqlState, errorCode, 1);
    }

    static CallFault statementRejection(String sqlState, int errorCode) {
        return new CallFault(label(sqlState, errorCode), FaultKind.STATEMENT_REJECTION, sqlState, errorCode, 1);
    }

    /** Fault of a database that ends the session with an answer, as during its shutdown. */
    static CallFault endedSession(String sqlState, int errorCode) {
        return new CallFault(label(sqlState, errorCode), FaultKind.LOST_CALL, sqlState, errorCode, 1);
    }

    static CallFault cut(CutPlace place) {
        String name = "cut at " + (place.answer() ? "answer " : "request ") + place.message() + " after "
                + place.bytes().name().toLowerCase(Locale.ROOT) + " of its bytes";
        return new CallFault(name, FaultKind.CUT, CONNECTION_FAILURE, 0, 1, place);
    }

    private static String label(String sqlState, int errorCode) {
        return errorCode == 0 ? sqlState : String.valueOf(errorCode);
    }

    boolean isSilence() {
        return kind == FaultKind.SILENCE_BEFORE || kind == FaultKind.SILENCE_AFTER;
    }

    SQLException exception() {
        return new SQLException("caused by the test: " + name, sqlState, errorCode);
    }

    @Override
    public String toString() {
        return name;
    }
}
