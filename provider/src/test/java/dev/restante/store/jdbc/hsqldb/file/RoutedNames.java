package dev.restante.store.jdbc.hsqldb.file;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hsqldb.Database;
import org.hsqldb.DatabaseManager;
import org.hsqldb.DatabaseType;
import org.hsqldb.lib.FileAccess;
import org.hsqldb.lib.FileUtil;

/**
 * Route of HSQLDB's own renames and deletions through a {@link Disk}. HSQLDB has no setting for this, so that private
 * fields are replaced. The steps are those of {@link FileUtil}, except that a file is never copied.
 */
public final class RoutedNames {

    private RoutedNames() {}

    /** Routes the renames and deletions of an open database, from now on. */
    public static void route(Path path, Disk disk) {
        Database database = DatabaseManager.lookupDatabaseObject(DatabaseType.DB_FILE, path.toString());
        try {
            replace(field(database.logger.getClass(), "log").get(database.logger), disk);
            replace(database.getProperties(), disk);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("HSQLDB has changed", e);
        }
    }

    private static Field field(Class<?> owner, String name) throws NoSuchFieldException {
        for (Class<?> each = owner; each != null; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    field.setAccessible(true);
                    return field;
                }
            }
        }
        throw new NoSuchFieldException(name);
    }

    private static void replace(Object owner, Disk disk) throws ReflectiveOperationException {
        Field field = field(owner.getClass(), "fa");
        FileAccess files = (FileAccess) field.get(owner);
        field.set(
                owner,
                Proxy.newProxyInstance(
                        RoutedNames.class.getClassLoader(),
                        new Class<?>[] {FileAccess.class},
                        (proxy, method, arguments) -> switch (method.getName()) {
                            case "removeElement" -> delete(disk, Path.of((String) arguments[0]));
                            case "renameElement", "renameElementOrCopy" ->
                                rename(disk, Path.of((String) arguments[0]), Path.of((String) arguments[1]));
                            default -> {
                                try {
                                    yield method.invoke(files, arguments);
                                } catch (InvocationTargetException e) {
                                    throw e.getCause();
                                }
                            }
                        }));
    }

    private static boolean delete(Disk disk, Path path) {
        try {
            disk.delete(path);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Renames a file in at most two attempts, as HSQLDB does. */
    private static boolean rename(Disk disk, Path from, Path to) {
        boolean renamed = replace(disk, from, to);
        return renamed || replace(disk, from, to);
    }

    private static boolean replace(Disk disk, Path from, Path to) {
        boolean deleted = delete(disk, to);
        if (!Files.exists(from) || (!deleted && Files.exists(to))) {
            return false;
        }
        try {
            disk.rename(from, to);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
