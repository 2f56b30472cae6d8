package dev.restante.cli.message;

import dev.restante.cli.shell.CommandFailure;
import dev.restante.cli.shell.ExitCode;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The file that the body of a received message goes to, piece by piece: it may be larger than the memory. */
final class BodyFile {

    /** What is printed at most, and not written to a file. */
    private static final long MOST_PRINTED = 64L << 20;

    private BodyFile() {}

    /** Writes the body; a file that is there is left as it is. */
    static void write(Message message, Path file) throws JMSException, CommandFailure {
        if (!(message instanceof BytesMessage) && !(message instanceof TextMessage)) {
            throw new CommandFailure(
                    ExitCode.REFUSED,
                    "--output takes bodies of bytes and text messages only; the message was given back");
        }
        try (OutputStream output = new BufferedOutputStream(
                Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
            if (message instanceof BytesMessage bytes) {
                bytes.setObjectProperty("JMS_Restante_OutputStream", output);
            } else {
                String text = ((TextMessage) message).getText();
                output.write((text == null ? "" : text).getBytes(StandardCharsets.UTF_8));
            }
        } catch (FileAlreadyExistsException e) {
            throw new CommandFailure(ExitCode.REFUSED, "the file " + file + " exists; the message was given back", e);
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FAILED, file + " can't be written: " + e.getMessage() + "; the message was given back", e);
        }
    }

    /** Refuses to print what is too large for that. */
    static void checkPrinted(Message message) throws JMSException, CommandFailure {
        if (message instanceof BytesMessage bytes && bytes.getBodyLength() > MOST_PRINTED) {
            throw new CommandFailure(
                    ExitCode.REFUSED,
                    "the body has " + bytes.getBodyLength()
                            + " bytes, too many to be printed; --output writes them to a file. The message was given back");
        }
    }
}
