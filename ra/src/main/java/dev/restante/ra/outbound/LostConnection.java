package dev.restante.ra.outbound;

import dev.restante.api.ErrorCodes;
import dev.restante.ra.base.Failures;

/**
 * The failures after which a connection is of no use any more (RA-31): its node was declared dead by others, or it was
 * closed underneath.
 *
 * <p>A store that can't be reached, or that fails because a disk is full, is not among them: the same connection works
 * again once that is over, and another one would not work earlier. The same goes for everything that concerns one call
 * only; a consumer that the application has closed says "closed", too.
 */
final class LostConnection {

    private LostConnection() {}

    static boolean shows(Exception failure, PhysicalSession physical) {
        String code = Failures.code(failure);
        return ErrorCodes.NODE_FENCED.equals(code) || (ErrorCodes.CLOSED.equals(code) && !physical.isOpen());
    }
}
