package dev.restante.cli.entity;

import dev.restante.cli.shell.Shell;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the key q on a terminal. The terminal's own buffer for lines is off meanwhile, through {@code stty}, as far
 * as there is one; else q needs the enter key. The thread ends with the process.
 */
final class KeyListener implements AutoCloseable {

    /** Where nobody can type. */
    static final KeyListener NONE = new KeyListener(null);

    private final @Nullable Shell shell;

    private KeyListener(@Nullable Shell shell) {
        this.shell = shell;
    }

    static KeyListener start(Shell shell) {
        if (!shell.terminal().in()) {
            return NONE;
        }
        stty("-icanon -echo min 1");
        KeyListener listener = new KeyListener(shell);
        Thread thread = new Thread(() -> listener.listen(shell), "restante-keys");
        thread.setDaemon(true);
        thread.start();
        return listener;
    }

    private void listen(Shell listening) {
        try {
            for (int key = listening.in().read(); key >= 0; key = listening.in().read()) {
                if (key == 'q' || key == 'Q') {
                    listening.end();
                    return;
                }
            }
        } catch (IOException | RuntimeException e) {
            listening.note("restante: no keys can be read: " + e.getMessage());
        }
    }

    private static void stty(String settings) {
        try {
            Process process = new ProcessBuilder("sh", "-c", "stty " + settings + " < /dev/tty 2> /dev/null").start();
            process.waitFor(2, TimeUnit.SECONDS);
        } catch (IOException e) {
            // A system without stty: keys come with the next line.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        if (shell != null) {
            boolean interrupted = Thread.interrupted();
            stty("icanon echo");
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
