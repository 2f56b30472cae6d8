package dev.restante.cli.message;

import dev.restante.cli.shell.ConstantText;

/** Settlement that the receive command applies to each printed message. */
public enum SettlementOption {
    COMPLETE,
    ABANDON,
    DEFER,
    DEAD_LETTER;

    /** Texts of the settlements. */
    static final class Candidates extends ConstantText.Candidates {
        Candidates() {
            super(SettlementOption.values());
        }
    }
}
