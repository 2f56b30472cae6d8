package dev.restante.proof;

import java.sql.SQLException;
import java.util.List;

/** Selection of points, of which every n-th is tested. */
final class PointSelection {

    private final int step;
    private int possible;
    private int tested;

    /** Test of one point. */
    @FunctionalInterface
    interface PointTest {
        void test(int call, CallFault fault) throws SQLException;
    }

    /** Creates a selection of every n-th point; 0 for none. */
    PointSelection(int step) {
        this.step = step;
    }

    /** Calls a test for each selected pair of a fault and a call. */
    void select(List<CallFault> faults, int calls, PointTest test) throws SQLException {
        for (CallFault fault : faults) {
            for (int call = 1; call <= calls; call++) {
                select(call, fault, test);
            }
        }
    }

    /** Calls a test for a point if it is selected. */
    void select(int call, CallFault fault, PointTest test) throws SQLException {
        if (step > 0 && possible++ % step == 0) {
            tested++;
            test.test(call, fault);
        }
    }

    @Override
    public String toString() {
        return tested + " of " + possible;
    }
}
