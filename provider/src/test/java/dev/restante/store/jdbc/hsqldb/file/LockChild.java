package dev.restante.store.jdbc.hsqldb.file;

import dev.restante.durability.ChildJvm;
import dev.restante.store.StoreLockedException;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Child process that tries to lock an embedded database, reports the result, and keeps the lock until the test ends it.
 * Arguments: the path of the database, and whether the process yields to applications.
 */
public final class LockChild {

    private LockChild() {}

    public static void main(String[] arguments) throws IOException {
        try (StoreFileLock unused = StoreFileLock.take(Path.of(arguments[0]), Boolean.parseBoolean(arguments[1]))) {
            ChildJvm.tell("has");
            System.in.read();
        } catch (StoreLockedException locked) {
            ChildJvm.tell("held " + locked.lockedByOtherProcess() + " " + locked.yieldsToApplication());
        }
    }
}
