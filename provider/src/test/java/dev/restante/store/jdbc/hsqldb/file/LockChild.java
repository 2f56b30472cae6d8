package dev.restante.store.jdbc.hsqldb.file;

import dev.restante.durability.ChildJvm;
import dev.restante.store.StoreHeldException;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A process that tries to have the lock of an embedded database, tells whether it has, and keeps it until it is told
 * to end. Arguments: the path of the database, and whether it gives way.
 */
public final class LockChild {

    private LockChild() {}

    public static void main(String[] arguments) throws IOException {
        try (StoreFileLock unused = StoreFileLock.take(Path.of(arguments[0]), Boolean.parseBoolean(arguments[1]))) {
            ChildJvm.tell("has");
            System.in.read();
        } catch (StoreHeldException held) {
            ChildJvm.tell("held " + held.byOtherProcess() + " " + held.givesWay());
        }
    }
}
