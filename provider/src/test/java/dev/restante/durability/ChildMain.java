package dev.restante.durability;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * Main class of a {@link ChildJvm}. It runs the {@code main} of a class, and ends the JVM if that fails. Otherwise an
 * open node would keep the JVM alive, and the test would wait until the maximum time of the child.
 */
final class ChildMain {

    private static final int FAILED = 70;

    private ChildMain() {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        Method main = Class.forName(arguments[0]).getDeclaredMethod("main", String[].class);
        main.setAccessible(true);
        try {
            main.invoke(null, (Object) Arrays.copyOfRange(arguments, 1, arguments.length));
        } catch (InvocationTargetException e) {
            e.getCause().printStackTrace();
            Runtime.getRuntime().halt(FAILED);
        }
    }
}
