/* Not a module: it runs as soon as it is here, long before the table can be played on where connections are slow. The
   felt is seen at once then, and that something is on its way; without script it stays hidden. */

document.getElementById("game").hidden = false;
